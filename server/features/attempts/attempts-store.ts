import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import type { AttemptRef } from '#providers';
import type { AttemptEnd, AttemptStart, LegInHand, OperationRef } from './attempt.ts';

const recordNextAttempt: Statement = {
  name: 'record_next_attempt',
  text: `select record_next_attempt($1, $2, $3, $4, $5, $6, $7, $8) as is_done`,
};

// What a provider may have taken on belongs to no order any more: the sweep voids it.
const giveUpAttempt: Statement = {
  name: 'give_up_attempt',
  text: `update attempts set state = 'unknown', check_at = now(), updated_at = now()
    where shop_id = $1 and attempt_id = $2 and state = 'sending'`,
};

const declineLeg: Statement = {
  name: 'decline_leg',
  text: `select decline_leg($1, $2, $3, $4, $5, $6, $7) as is_done`,
};

const findAskedProviders: Statement = {
  name: 'find_asked_providers',
  text: `select provider_id from attempts where shop_id = $1 and operation_id = $2 and leg = $3`,
};

const findAttempt: Statement = {
  name: 'find_provider_attempt',
  // A server of the last version notes no currency.
  text: `select a.provider_id as "providerId", a.type, coalesce(a.currency, (
      select o.currency from operations o where o.shop_id = $1 and o.operation_id = a.operation_id)) as currency
    from attempts a where a.shop_id = $1 and a.attempt_id = $2`,
};

// What was in doubt is looked into by the loop that its kind has: a payment is voided, a leg looked up.
const lookNow: Statement = {
  name: 'look_into_attempt_now',
  text: `update attempts set check_at = now()
    where shop_id = $1 and attempt_id = $2 and state = 'unknown' and check_at > now()`,
};

/** Whose it is, and what it is about. */
export type AttemptKind = {
  readonly providerId: string;
  readonly type: 'payment' | 'payout';
  readonly currency: string;
};

type Done = { readonly is_done: boolean };

/** How attempts end, and others begin in their place. */
export const createAttemptsStore = (database: Database) => ({
  /** False when the create was decided meanwhile, by another process. */
  recordNextAttempt: async (payment: OperationRef, ended: AttemptEnd, next: AttemptStart, position: number) => {
    const { is_done: isDone } = await runForRow<Done>(database, recordNextAttempt, [
      payment.shopId,
      payment.operationId,
      ended.attemptId,
      ended.state,
      ended.declineReason,
      next.attemptId,
      next.providerId,
      position,
    ]);
    return isDone;
  },
  giveUpAttempt: async (shopId: ShopId, attemptId: AttemptId): Promise<void> => {
    await runStatement(database, giveUpAttempt, [shopId, attemptId]);
  },
  /** Queues the next attempt where there is a provider for it. False when the leg was decided or claimed meanwhile. */
  declineLeg: async (leg: LegInHand, reason: string, nextProviderId: string | null): Promise<boolean> => {
    const { is_done: isDone } = await runForRow<Done>(database, declineLeg, [
      leg.shopId,
      leg.operationId,
      leg.attemptId,
      leg.claim,
      reason,
      nextProviderId === null ? null : newId(),
      nextProviderId,
    ]);
    return isDone;
  },
  /** Null: there is no such attempt of this shop. */
  find: async ({ shopId, attemptId }: AttemptRef): Promise<AttemptKind | null> => {
    const [row] = await runStatement<AttemptKind>(database, findAttempt, [shopId, attemptId]);
    return row ?? null;
  },
  /** Of an attempt of unknown outcome: it need not wait for its next turn. */
  lookNow: async ({ shopId, attemptId }: AttemptRef): Promise<void> => {
    await runStatement(database, lookNow, [shopId, attemptId]);
  },
  askedForLeg: async ({ shopId, operationId, leg }: LegInHand): Promise<ReadonlySet<string>> => {
    const rows = await runStatement<{ provider_id: string }>(database, findAskedProviders, [shopId, operationId, leg]);
    return new Set(rows.map((row) => row.provider_id));
  },
});

export type AttemptsStore = ReturnType<typeof createAttemptsStore>;
