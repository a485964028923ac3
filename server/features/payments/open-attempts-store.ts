import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import type { AttemptRef } from '#providers';

const mostListed = 1_000;

/** An attempt whose order may exist although its payment does not count on it. */
export type OpenAttemptRow = {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly operation_id: OperationId;
  readonly merchant_operation_id: string;
  readonly status: string;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly state: 'unknown' | 'accepted';
  readonly amount: string;
  readonly currency: string;
  readonly checks: number;
  /** Since when nothing was learned of it. */
  readonly since: Date;
};

// By attempts_due, across shops: for operators.
const openAttempts = (condition: string): string => `
    select a.shop_id, s.name as shop, a.operation_id, o.merchant_operation_id, o.status, a.attempt_id, a.provider_id, a.state,
      a.amount, o.currency, a.checks, a.updated_at as since
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
      join shops s on s.shop_id = a.shop_id
    where a.type = 'payment' and a.check_at is not null and ${condition}
    order by a.updated_at limit ${mostListed}`;

const findOldAttempts: Statement = {
  name: 'find_old_open_attempts',
  text: openAttempts(`a.updated_at <= now() - $1 * interval '1 second' and ($2::uuid is null or a.shop_id = $2)`),
};

const findAttempt: Statement = { name: 'find_open_attempt', text: openAttempts('a.attempt_id = $1') };

export const findOpenAttempts = (database: Database, olderThanSeconds: number, shopId: ShopId | null) =>
  runStatement<OpenAttemptRow>(database, findOldAttempts, [olderThanSeconds, shopId]);

/** Null when there is no such attempt, or it is decided. */
export const findOpenAttempt = async (database: Database, attemptId: string): Promise<OpenAttemptRow | null> => {
  const [row] = await runStatement<OpenAttemptRow>(database, findAttempt, [attemptId]);
  return row ?? null;
};

// Across shops: for operators. The entry is of the transaction that recorded the decision.
const findResolved: Statement = {
  name: 'find_resolved_attempt',
  text: `select a.resolved_by as actor, entry.created_at as at
    from attempts a join audit_log entry on entry.shop_id = a.shop_id and entry.action = 'payment.resolved'
      and entry.subject = a.operation_id::text and entry.after ->> 'attempt_id' = a.attempt_id::text
    where a.attempt_id = $1 and a.type = 'payment' and a.resolved_by is not null`,
};

/** Who has decided about it and when; null where no operator has. */
export const findResolvedAttempt = async (
  database: Database,
  attemptId: string,
): Promise<{ readonly actor: string; readonly at: Date } | null> => {
  const [row] = await runStatement<{ actor: string; at: Date }>(database, findResolved, [attemptId]);
  return row ?? null;
};

// By attempts_due.
const countOldAttempts: Statement = {
  name: 'count_old_open_attempts',
  text: `select count(*)::integer as attempts from attempts
    where type = 'payment' and check_at is not null and updated_at <= now() - $1 * interval '1 second'`,
};

export const countOpenAttempts = async (database: Database, olderThanSeconds: number): Promise<number> =>
  (await runForRow<{ attempts: number }>(database, countOldAttempts, [olderThanSeconds])).attempts;

const resolveAttempt: Statement = {
  name: 'resolve_attempt',
  text: `select resolve_attempt($1, $2, $3, $4, $5, $6, $7) as is_done`,
};

type Decided = { readonly paid: string; readonly actor: string; readonly evidence: string };

/** False when it was decided meanwhile. */
export const recordResolution = async (
  database: Database,
  { shopId, attemptId, operationId }: AttemptRef & { readonly operationId: OperationId },
  { paid, actor, evidence }: Decided,
): Promise<boolean> => {
  const values = [shopId, operationId, attemptId, paid, newId(), actor, evidence];
  return (await runForRow<{ is_done: boolean }>(database, resolveAttempt, values)).is_done;
};
