import { isBalanceRefused, toPostingColumns, type Posting } from '#ledger';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { RequestError } from '#platform/errors';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import type { OperationType, StoredStatus } from '#features/operations';
import type { QuoteColumns } from '#features/pricing';

export type SuspenseRow = QuoteColumns & {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly mode: 'live' | 'test';
  readonly operation_id: OperationId;
  readonly merchant_operation_id: string;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly leg: number;
  readonly type: OperationType;
  readonly status: StoredStatus;
  readonly currency: string;
  readonly open_amount: string;
  readonly settled_amount: string;
  readonly booked_amount: string;
  readonly actual_amount: string;
  /** What the shop had of it beside the actual amount; below zero: what it got back. */
  readonly credited_amount: string;
  readonly since: Date | null;
};

export const mostListed = 1_000;

/** As the index attempts_suspense has it. */
const everSuspended = `(a.suspense_amount <> 0 or a.suspense_settled <> 0)`;

// Open again after everything was settled is open anew. By attempts_suspense and audit_log_suspense.
const findItems = (name: string, condition: string): Statement => ({
  name,
  text: `select a.shop_id, s.name as shop, s.mode, a.operation_id, o.merchant_operation_id, a.attempt_id, a.provider_id,
      a.leg, a.type, o.status, o.currency, a.suspense_amount - a.suspense_settled as open_amount,
      a.suspense_settled as settled_amount, a.booked_amount, o.actual_amount, 
      credited_of_suspense(o.shop_id, o.operation_id, o.type) as credited_amount, o.fx_source,
      o.fx_rate, o.settlement_currency, o.tariff_percent, o.tariff_fixed, o.tariff_minimum, entries.since
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
      join shops s on s.shop_id = a.shop_id
      cross join lateral (
        -- Entries of one millisecond have no order: then it is the last posting that is open.
        select case when a.suspense_amount <> a.suspense_settled then coalesce(
          min(created_at) filter (where action = 'suspense.posted' and created_at > coalesce(cleared_at, '-infinity')),
          max(created_at) filter (where action = 'suspense.posted')) end as since
        from (
          select action, created_at, max(created_at) filter (where (after ->> 'open')::numeric = 0) over () as cleared_at
          from audit_log
          where shop_id = a.shop_id and subject = a.operation_id::text
            and action in ('suspense.posted', 'suspense.credited', 'suspense.returned', 'suspense.written_off')
            and after ->> 'attempt_id' = a.attempt_id::text
        ) as own
      ) as entries
    where ${everSuspended} and ${condition}
    order by a.attempt_id desc limit ${mostListed}`,
});

const listItems = findItems(
  'list_suspense',
  `($1::uuid is null or a.shop_id = $1) and ($2 or a.suspense_amount <> a.suspense_settled)`,
);

const findItem = findItems('find_suspense', 'a.attempt_id = $1');

const countOpen: Statement = {
  name: 'count_open_suspense',
  text: `select count(*)::integer as items from attempts a
    where ${everSuspended} and a.suspense_amount <> a.suspense_settled`,
};

const settleSuspense: Statement = {
  name: 'settle_suspense_item',
  text: `select settle_suspense_item($1, $2) as outcome`,
};

/** What of money in suspense is settled, and how. */
export type SettlementStep = {
  readonly shopId: ShopId;
  readonly attemptId: AttemptId;
  readonly kind: 'suspense_credited' | 'suspense_returned' | 'suspense_written_off';
  readonly amount: string;
  /** As the operator saw it. */
  readonly open: string;
  readonly credited: string;
  readonly transactionId: string;
  readonly postings: readonly Posting[];
  readonly actor: string;
  readonly reason: string;
  readonly reference: string | null;
};

/** Across shops unless one is named, newest first; at most `mostListed`. */
export const listSuspenseRows = (database: Database, shopId: ShopId | null, isAll: boolean): Promise<SuspenseRow[]> =>
  runStatement<SuspenseRow>(database, listItems, [shopId, isAll]);

/** Null when nothing of the attempt ever was in suspense. */
export const findSuspenseRow = async (database: Database, attemptId: string): Promise<SuspenseRow | null> => {
  const [row] = await runStatement<SuspenseRow>(database, findItem, [attemptId]);
  return row ?? null;
};

/** By attempts_suspense alone. */
export const countOpenSuspense = async (database: Database): Promise<number> =>
  (await runForRow<{ items: number }>(database, countOpen, [])).items;

/** @throws RequestError insufficient_balance */
export const runSettlementStep = async (
  database: Database,
  step: SettlementStep,
): Promise<'done' | 'changed' | 'repeated' | 'under_way'> => {
  const row = JSON.stringify({
    attempt_id: step.attemptId,
    kind: step.kind,
    amount: step.amount,
    open: step.open,
    credited: step.credited,
    transaction_id: step.transactionId,
    ...toPostingColumns(step.postings),
    entry_id: newId(),
    actor: step.actor,
    reason: step.reason,
    reference: step.reference,
    event_id: newId(),
  });
  try {
    const { outcome } = await runForRow<{ outcome: 'done' | 'changed' | 'repeated' | 'under_way' }>(
      database,
      settleSuspense,
      [step.shopId, row],
    );
    return outcome;
  } catch (error) {
    throw isBalanceRefused(error) ? new RequestError('insufficient_balance') : error;
  }
};
