import type { Api } from '#platform/apis';
import { claimAttempts } from '#features/attempts';
import { claimDue } from '#platform/claim-due';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';

export type ClaimedCreate = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly api: Api;
  readonly method: string;
  readonly expected_amount: string;
};

export type OpenAttempt = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
};

export type UnknownAttempt = OpenAttempt & { readonly checks: number };

// By operations_undecided. The process that extends the lease is the only one to decide the create.
const expiredCreates = {
  find: {
    name: 'find_expired_creates',
    text: `select shop_id, operation_id as id, now() as found_at from operations
      where leased_until < now() order by leased_until limit $1`,
  },
  claim: {
    name: 'claim_expired_creates',
    text: `with held as (
        select operation_id, status, leased_until from operations
        where shop_id = $1 and operation_id = any($2::uuid[]) for update skip locked
      )
      update operations o set leased_until = $3::timestamptz + interval '30 seconds'
      from held where held.status = 'creating' and held.leased_until < $3
        and o.shop_id = $1 and o.operation_id = held.operation_id
      returning o.shop_id, o.operation_id, o.api, o.method, o.expected_amount`,
  },
};

const claimOne: Statement = {
  name: 'claim_expired_create',
  text: `update operations set leased_until = now() + interval '30 seconds'
    where shop_id = $1 and operation_id = $2 and status = 'creating' and leased_until < now()
    returning shop_id, operation_id, api, method, expected_amount`,
};

const openAttempts: Statement = {
  name: 'find_open_attempts',
  text: `select shop_id, operation_id, attempt_id, provider_id from attempts
    where shop_id = $1 and operation_id = $2 and state = 'sending'`,
};

const giveUpCreate: Statement = { name: 'give_up_payment', text: `select give_up_payment($1, $2)` };

// By attempts_due: those of unknown outcome, and orders of cancelled payments. The next look is put off before this one,
// so a killed sweep only delays it.
const attemptsToVoid = {
  find: {
    name: 'find_attempts_to_void',
    text: `select shop_id, attempt_id as id, now() as found_at,
        next_look(updated_at, now(), 1) + interval '15 seconds' as next_at
      from attempts where type = 'payment' and check_at <= now() order by check_at limit $1`,
  },
  claim: claimAttempts('claim_attempts_to_void', {
    due: 'check_at',
    counter: 'checks',
    columns: 'a.shop_id, a.operation_id, a.attempt_id, a.provider_id, a.checks',
  }),
};

const claimUnknownOf: Statement = {
  name: 'claim_unknown_attempts_of',
  text: `update attempts set checks = checks + 1, check_at = now() + interval '15 seconds'
    where shop_id = $1 and operation_id = $2 and check_at <= now()
    returning shop_id, operation_id, attempt_id, provider_id, checks`,
};

const voidAttempt: Statement = { name: 'void_attempt', text: `select void_attempt($1, $2, $3)` };

// By attempts_fact_pending. The process that noted the fact has had its time to apply it.
const pendingFacts: Statement = {
  name: 'find_pending_facts',
  text: `select a.shop_id, a.operation_id, a.attempt_id, a.provider_id from attempts a
    join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
    where a.is_fact_pending and a.type = 'payment' and a.updated_at < now() - interval '3 seconds'
      and not (a.state = 'sending' and o.status = 'creating')
    order by a.updated_at limit 100`,
};

export const createSweepStore = (database: Database) => ({
  claimExpired: (limit: number) => claimDue<ClaimedCreate>(database, expiredCreates, [], limit),
  claimOne: async (shopId: ShopId, operationId: string): Promise<ClaimedCreate | null> => {
    const [row] = await runStatement<ClaimedCreate>(database, claimOne, [shopId, operationId]);
    return row ?? null;
  },
  openAttempts: (create: ClaimedCreate) =>
    runStatement<OpenAttempt>(database, openAttempts, [create.shop_id, create.operation_id]),
  giveUpCreate: async (create: ClaimedCreate): Promise<void> => {
    await runStatement(database, giveUpCreate, [create.shop_id, create.operation_id]);
  },
  claimToVoid: (limit: number) => claimDue<UnknownAttempt>(database, attemptsToVoid, [], limit),
  claimUnknownOf: (create: ClaimedCreate) =>
    runStatement<UnknownAttempt>(database, claimUnknownOf, [create.shop_id, create.operation_id]),
  voidAttempt: async (attempt: OpenAttempt): Promise<void> => {
    await runStatement(database, voidAttempt, [attempt.shop_id, attempt.operation_id, attempt.attempt_id]);
  },
  pendingFacts: () => runStatement<OpenAttempt>(database, pendingFacts, []),
});

export type SweepStore = ReturnType<typeof createSweepStore>;
