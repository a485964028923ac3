import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import type { Rail } from '#features/operations';

const mostListed = 1_000;

/** A leg whose outcome is open. */
export type OpenLegRow = {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly operation_id: OperationId;
  readonly merchant_operation_id: string;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly leg: number;
  readonly state: 'queued' | 'sending' | 'unknown' | 'accepted';
  readonly amount: string;
  /** What its provider has told of so far, less what came back. */
  readonly paid: string;
  readonly currency: string;
  readonly rail: Rail;
  readonly number_encrypted: Buffer | null;
  readonly checks: number;
  readonly created_at: Date;
};

// By attempts_due, across shops: for operators.
const openLegs = (condition: string): string => `
    select a.shop_id, s.name as shop, a.operation_id, o.merchant_operation_id, a.attempt_id, a.provider_id, a.leg, a.state,
      a.amount, (a.paid_amount - a.returned_amount)::text as paid, o.currency, m.rail, o.number_encrypted, a.checks, a.created_at
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
      join shops s on s.shop_id = a.shop_id
      join methods m on m.api = o.api and m.code = o.method and m.direction = 'payout'
    where a.type = 'payout' and a.check_at is not null and ${condition}
    order by a.created_at limit ${mostListed}`;

const findOldLegs: Statement = {
  name: 'find_old_open_legs',
  text: openLegs(`a.created_at <= now() - $1 * interval '1 second' and ($2::uuid is null or a.shop_id = $2)`),
};

const findLeg: Statement = { name: 'find_open_leg', text: openLegs('a.attempt_id = $1') };

export const findOpenLegs = (database: Database, olderThanSeconds: number, shopId: ShopId | null) =>
  runStatement<OpenLegRow>(database, findOldLegs, [olderThanSeconds, shopId]);

/** Null when there is no such leg, or it is decided. */
export const findOpenLeg = async (database: Database, attemptId: string): Promise<OpenLegRow | null> => {
  const [row] = await runStatement<OpenLegRow>(database, findLeg, [attemptId]);
  return row ?? null;
};

// Across shops: for operators. What was recorded is an entry of the same transaction.
const findResolved: Statement = {
  name: 'find_resolved_leg',
  text: `select a.resolved_by as actor, entry.created_at as at, entry.after ->> 'paid_amount' as paid, o.currency
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
      join audit_log entry on entry.shop_id = a.shop_id and entry.action = 'payout.resolved'
        and entry.subject = a.operation_id::text and entry.after ->> 'attempt_id' = a.attempt_id::text
    where a.attempt_id = $1 and a.resolved_by is not null`,
};

export type ResolvedLegRow = {
  readonly actor: string;
  readonly at: Date;
  readonly paid: string;
  readonly currency: string;
};

/** Null where no operator has decided about it. */
export const findResolvedLeg = async (database: Database, attemptId: string): Promise<ResolvedLegRow | null> => {
  const [row] = await runStatement<ResolvedLegRow>(database, findResolved, [attemptId]);
  return row ?? null;
};

// By attempts_due.
const countOldLegs: Statement = {
  name: 'count_old_open_legs',
  text: `select count(*)::integer as legs from attempts
    where type = 'payout' and check_at is not null and created_at <= now() - $1 * interval '1 second'`,
};

export const countOpenLegs = async (database: Database, olderThanSeconds: number): Promise<number> =>
  (await runForRow<{ legs: number }>(database, countOldLegs, [olderThanSeconds])).legs;
