import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { formatAmount } from '#platform/money';
import { toPostingColumns, type Posting } from '#ledger';
import { newId } from '#platform/ids';
import { toStoredEvidence, type AttemptRef, type EvidenceItem, type StoredEvidence } from '#providers';
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

// By the primary keys of both tables.
const findAttempt: Statement = {
  name: 'find_attempt',
  text: `select a.operation_id, a.provider_id, a.state as attempt_state, a.reported_state, a.paid_amount,
      a.booked_amount, a.suspense_amount, a.is_fact_pending, a.evidence, o.attempt_id is not distinct from a.attempt_id
        as is_operations_attempt, o.status, o.currency, o.fx_source, o.fx_rate, o.settlement_currency,
      o.tariff_percent, o.tariff_fixed, o.tariff_minimum
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
    where a.shop_id = $1 and a.attempt_id = $2`,
};

const noteEarlyFact: Statement = {
  name: 'note_early_fact',
  text: `select note_early_fact($1, $2, $3, $4, $5) as is_done`,
};

const noteOpenTotal: Statement = { name: 'note_open_total', text: `select note_open_total($1, $2, $3) as is_done` };

const settlePayment: Statement = {
  name: 'settle_payment',
  text: `select settle_payment($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) as is_done`,
};

const endPayment: Statement = { name: 'end_payment', text: `select end_payment($1, $2, $3, $4, $5) as is_done` };

const postSurplus: Statement = { name: 'post_surplus', text: `select post_surplus($1, $2, $3, $4, $5) as surplus` };

export type Settlement = {
  readonly attempt: AttemptRef;
  readonly row: AttemptRow;
  readonly actual: string;
  readonly figures: Figures;
  readonly postings: readonly Posting[];
  readonly receipts: readonly { readonly amount: string; readonly completedAt: Date | null }[];
  readonly isSynthetic: boolean;
};

export const createFactsStore = (database: Database) => {
  const isDone = async (statement: Statement, values: readonly unknown[]): Promise<boolean> =>
    (await runForRow<{ is_done: boolean }>(database, statement, values)).is_done;
  return {
    findAttempt: async ({ shopId, attemptId }: AttemptRef): Promise<AttemptRow | null> => {
      const [row] = await runStatement<AttemptRow>(database, findAttempt, [shopId, attemptId]);
      return row ?? null;
    },
    /** False when the attempt was decided meanwhile. */
    noteEarlyFact: (attempt: AttemptRef, state: string, total: string, evidence: readonly EvidenceItem[]) =>
      isDone(noteEarlyFact, [
        attempt.shopId, attempt.attemptId, state, total,
        toStoredEvidence(evidence),
      ]),
    /** False when the attempt or its operation was decided meanwhile. */
    noteOpenTotal: (attempt: AttemptRef, total: string) =>
      isDone(noteOpenTotal, [attempt.shopId, attempt.attemptId, total]),
    /** False when the operation ended meanwhile. */
    settle: ({ attempt, row, actual, figures, postings, receipts, isSynthetic }: Settlement) => {
      const lines = toPostingColumns(postings);
      const inSettlement = (amount: Figures['recorded']): string => formatAmount(amount, row.settlement_currency);
      return isDone(settlePayment, [
        attempt.shopId, row.operation_id, attempt.attemptId, actual, inSettlement(figures.recorded),
        inSettlement(figures.settlement), inSettlement(figures.commission), newId(), lines.accounts, lines.currencies,
        lines.amounts, newId(), receipts.map(() => newId()), receipts.map((item) => item.amount),
        receipts.map((item) => item.completedAt), isSynthetic,
      ]);
    },
    end: (attempt: AttemptRef, row: AttemptRow, reason: 'declined') =>
      isDone(endPayment, [attempt.shopId, row.operation_id, attempt.attemptId, reason, newId()]),
    /** Answers what was posted: the part of the total that neither the operation nor suspense held yet. */
    postSurplus: async (attempt: AttemptRef, total: string): Promise<string> =>
      (
        await runForRow<{ surplus: string }>(database, postSurplus, [
          attempt.shopId, attempt.attemptId, total, newId(), newId(),
        ])
      ).surplus,
  };
};

export type FactsStore = ReturnType<typeof createFactsStore>;
