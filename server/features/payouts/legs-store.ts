import { claimDue, type Claimed } from '#platform/claim-due';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { createShopStepBatcher, shopSteps } from '#platform/shop-batches';
import type { AttemptRef } from '#providers';

/** A leg that is to be sent, or looked into. */
export type DueLeg = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly leg: number;
  readonly legs: number;
  readonly amount: string;
  /** What the attempt was before it was claimed. */
  readonly was: 'queued' | 'sending' | 'unknown' | 'accepted';
  readonly checks: number;
  /** Whose hands it is in: what is learned in earlier ones is not written down any more. */
  readonly claim: number;
  /** By this process's monotonic clock, never after the lease began. */
  readonly claimedAtMs: number;
  readonly api: string;
  readonly method: string;
  readonly currency: string;
  readonly expected_amount: string;
  readonly client_id: string;
  readonly client_ip: string | null;
  readonly number_encrypted: Buffer;
  /** Null where it is sealed. */
  readonly holder_name: string | null;
  readonly client_encrypted: Buffer | null;
  readonly details_encrypted: Buffer | null;
  readonly bankname: string | null;
};

/** Providers report by themselves; this is for a report that was lost. */
const firstPollSeconds = 30;

/** Longer than a provider may take to answer, and for writing down what it said. */
export const leaseSeconds = 30;

// By attempts_due.
const dueLegs = {
  find: {
    name: 'find_due_legs',
    text: `select shop_id, attempt_id as id, now() as found_at, now() + ${leaseSeconds} * interval '1 second' as next_at
      from attempts where type = 'payout' and check_at <= now() and provider_id <> all($1::text[]) order by check_at limit $2`,
  },
  claim: shopSteps(
    'claim_legs',
    `done.shop_id, done.operation_id, done.attempt_id, done.provider_id, done.leg, done.legs, done.amount, done.was,
      done.checks, done.claim, done.api, done.method, done.currency, done.expected_amount, done.client_id, done.client_ip,
      done.number_encrypted, done.holder_name, done.bankname, done.client_encrypted, done.details_encrypted`,
  ),
};

// It may have been decided since it was claimed; from here on no operator decides while it is under way.
const noteSending: Statement = {
  name: 'note_leg_sending',
  text: `update attempts set state = 'sending', claim = claim + 1, updated_at = now(),
      check_at = now() + ${leaseSeconds} * interval '1 second'
    where shop_id = $1 and attempt_id = $2 and claim = $3 and state = 'unknown' returning claim`,
};

const noteAccepted = shopSteps('note_accepted_legs', 'done.place');

const requeue: Statement = {
  name: 'requeue_leg',
  text: `update attempts set state = 'queued', check_at = now() + $4 * interval '1 second', updated_at = now()
    where shop_id = $1 and attempt_id = $2 and claim = $3 and state = 'sending'`,
};

const putOff: Statement = { name: 'put_off_leg', text: `select put_off_leg($1, $2, $3, $4, $5)` };

// By attempts_fact_pending. The process that noted the fact has had its time to apply it.
const pendingFacts: Statement = {
  name: 'find_pending_leg_facts',
  text: `select shop_id, attempt_id from attempts
    where is_fact_pending and type = 'payout' and updated_at < now() - interval '3 seconds'
    order by updated_at limit 100`,
};

export const createLegsStore = (database: Database) => {
  const note = async (statement: Statement, leg: DueLeg, ...more: readonly unknown[]): Promise<void> => {
    await runStatement(database, statement, [leg.shop_id, leg.attempt_id, leg.claim, ...more]);
  };
  // Nearly every leg comes this way, and many at once.
  const noteAcceptedTogether = createShopStepBatcher<DueLeg, object, void>(database, {
    steps: noteAccepted,
    shopOf: (leg) => leg.shop_id,
    toStep: (leg) => ({ attempt_id: leg.attempt_id, claim: leg.claim, poll_seconds: firstPollSeconds }),
    toResults: (rows) => rows.map(() => undefined),
  });
  return {
    /** Up to `limit` legs whose time has come, but none of the providers named. */
    claimDue: async (limit: number, exceptProviders: readonly string[]): Promise<Claimed<DueLeg>> => {
      // Before they are found: that is when their leases begin.
      const claimedAtMs = performance.now();
      const due = await claimDue<Omit<DueLeg, 'claimedAtMs'>>(database, dueLegs, [exceptProviders], limit);
      return { ...due, rows: due.rows.map((row) => ({ ...row, claimedAtMs })) };
    },
    /** For one of unknown outcome that is sent again: the leg as it is in hand now. Null when it was decided meanwhile. */
    noteSending: async (leg: DueLeg): Promise<DueLeg | null> => {
      const claimedAtMs = performance.now();
      const ids = [leg.shop_id, leg.attempt_id, leg.claim];
      const [row] = await runStatement<{ claim: number }>(database, noteSending, ids);
      return row === undefined ? null : { ...leg, claim: row.claim, claimedAtMs };
    },
    /** Its outcome comes by itself; it is looked up in a while, in case that was lost. */
    noteAccepted: (leg: DueLeg): Promise<void> => noteAcceptedTogether(leg),
    /** For one that surely was not sent: it waits as before. */
    requeue: (leg: DueLeg, nextTrySeconds: number) => note(requeue, leg, nextTrySeconds),
    /** It is looked up soon, then ever more rarely. */
    noteUnknown: (leg: DueLeg) => note(putOff, leg, 'unknown', 1),
    /** For one that is accepted and still open. */
    postpone: (leg: DueLeg) => note(putOff, leg, 'accepted', firstPollSeconds),
    pendingFacts: async (): Promise<AttemptRef[]> =>
      (await runStatement<{ shop_id: ShopId; attempt_id: AttemptId }>(database, pendingFacts, [])).map((row) => ({
        shopId: row.shop_id,
        attemptId: row.attempt_id,
      })),
  };
};

export type LegsStore = ReturnType<typeof createLegsStore>;
