import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { formatAmount } from '#platform/money';
import { createShopStepBatcher, shopReads, shopSteps } from '#platform/shop-batches';
import { toPostingColumns, type Posting } from '#ledger';
import type { AttemptRef, receiptsOf, StoredEvidence } from '#providers';
import type { StoredStatus } from '#features/operations';
import type { Figures, QuoteColumns } from '#features/pricing';

export type AttemptRow = QuoteColumns & {
  readonly operation_id: string;
  readonly provider_id: string;
  readonly attempt_state: 'sending' | 'accepted' | 'declined' | 'unknown' | 'voided';
  readonly reported_state: 'paid' | 'failed' | null;
  readonly paid_amount: string;
  readonly booked_amount: string;
  readonly suspense_amount: string;
  readonly is_fact_pending: boolean;
  readonly evidence: StoredEvidence | null;
  readonly is_operations_attempt: boolean;
  readonly status: StoredStatus;
  readonly currency: string;
  readonly tariff_minimum: string;
};

// By the primary keys of both tables, one by one: a join is planned on an empty database as a walk through all of it.
const findAttempts = shopReads(
  'find_attempts',
  'attempt_id uuid',
  ({
    rows,
    shop,
    shopOr,
  }) => `select place, (a).operation_id, (a).provider_id, (a).state as attempt_state, (a).reported_state, (a).paid_amount,
      (a).booked_amount, (a).suspense_amount, (a).is_fact_pending, (a).evidence,
      (o).attempt_id is not distinct from (a).attempt_id as is_operations_attempt, (o).status, (o).currency,
      (o).fx_source, (o).fx_rate, (o).settlement_currency, (o).tariff_percent, (o).tariff_fixed, (o).tariff_minimum
    from (
      select place, a, (select own from operations own
        where own.shop_id = ${shopOr('(a).shop_id')} and own.operation_id = (a).operation_id) as o
      from (
        select asked.place, (select found from attempts found
          where found.shop_id = ${shop} and found.attempt_id = asked.attempt_id) as a
        from ${rows} offset 0
      ) as attempt offset 0
    ) as both_rows where (a).attempt_id is not null`,
);

const settlePayments = shopSteps('settle_shop_payments', 'done.place');

export type Settlement = {
  readonly attempt: AttemptRef;
  readonly row: AttemptRow;
  readonly actual: string;
  readonly figures: Figures;
  readonly postings: readonly Posting[];
  readonly receipts: ReturnType<typeof receiptsOf>;
};

/** A settlement as settle_shop_payments and approve_receipt take it. */
export const toSettlementRow = ({
  attempt,
  row,
  actual,
  figures,
  postings,
  receipts: { lines: receipts, isSynthetic },
}: Settlement) => {
  const lines = toPostingColumns(postings);
  const inSettlement = (amount: Figures['recorded']): string => formatAmount(amount, row.settlement_currency);
  return {
    operation_id: row.operation_id,
    attempt_id: attempt.attemptId,
    actual,
    recorded: inSettlement(figures.recorded),
    settled: inSettlement(figures.settlement),
    commission: inSettlement(figures.commission),
    settlement_currency: row.settlement_currency,
    transaction_id: newId(),
    accounts: lines.accounts,
    currencies: lines.currencies,
    amounts: lines.amounts,
    event_id: newId(),
    receipts: receipts.map(() => newId()),
    receipt_amounts: receipts.map((item) => item.amount),
    receipt_times: receipts.map((item) => item.completedAt),
    receipt_documents: receipts.map((item) => item.documentId),
    is_synthetic: isSynthetic,
  };
};

/** What an attempt and its operation are now. */
export const batchAttemptLookups = (database: Database) =>
  createShopStepBatcher<AttemptRef, AttemptRow, AttemptRow | null>(database, {
    steps: findAttempts,
    shopOf: ({ shopId }) => shopId,
    toStep: ({ attemptId }) => ({ attempt_id: attemptId }),
    toResults: (rows) => rows.map((row) => row ?? null),
  });

/**
 * Settles payments whose money is final; false where one had ended meanwhile. Facts about one attempt may come at once, with
 * different totals, and only one of them settles.
 */
export const batchSettlements = (database: Database) =>
  createShopStepBatcher<Settlement, object, boolean>(database, {
    steps: settlePayments,
    shopOf: ({ attempt }) => attempt.shopId,
    toStep: toSettlementRow,
    toResults: (rows) => rows.map((row) => row !== undefined),
  });
