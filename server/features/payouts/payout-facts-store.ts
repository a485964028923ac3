import { toPostingColumns, type Posting } from '#ledger';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { formatAmount } from '#platform/money';
import { toStoredEvidence, type AttemptRef, type PayoutFact, type ReceiptLine, type StoredEvidence } from '#providers';
import { createNoteContradiction, type StoredStatus } from '#features/operations';
import type { Figures, QuoteColumns } from '#features/pricing';

/** What a fact asks for: nothing more, the payout's settlement, or a posting to suspense. */
export type NextStep = 'nothing' | 'settle' | 'suspense' | 'unknown_attempt';

export type LegRow = {
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly state: string;
  readonly amount: string;
  readonly paid_amount: string;
  readonly returned_amount: string;
  readonly evidence: StoredEvidence | null;
  readonly resolved_by: string | null;
};

export type PayoutRow = QuoteColumns & {
  readonly shop_id: ShopId;
  readonly operation_id: string;
  readonly status: StoredStatus;
  readonly currency: string;
  /** While the payout is pending: what is reserved for it. */
  readonly settlement_amount: string;
  /** Every attempt, in the order of legs. */
  readonly attempts: readonly LegRow[];
};

const noteFact: Statement = { name: 'note_leg_fact', text: `select note_leg_fact($1, $2, $3, $4, $5, $6) as next` };

const resolveLeg: Statement = { name: 'resolve_leg', text: `select resolve_leg($1, $2, $3, $4, $5) as next` };

// By the primary keys and attempts_by_operation: a join would be planned as a walk while tables are empty. Money inside
// json is text.
const findPayout: Statement = {
  name: 'find_payout_of_leg',
  text: `select o.shop_id, o.operation_id, o.status, o.currency, o.fx_source, o.fx_rate, o.settlement_currency,
      o.settlement_amount, o.tariff_percent, o.tariff_fixed, o.tariff_minimum,
      (select json_agg(json_build_object('attempt_id', l.attempt_id, 'provider_id', l.provider_id, 'state', l.state,
          'amount', l.amount::text, 'paid_amount', l.paid_amount::text, 'returned_amount', l.returned_amount::text,
          'evidence', l.evidence, 'resolved_by', l.resolved_by) order by l.leg, l.position)
        from attempts l where l.shop_id = o.shop_id and l.operation_id = o.operation_id) as attempts
    from operations o
    where o.shop_id = $1
      and o.operation_id = (select a.operation_id from attempts a where a.shop_id = $1 and a.attempt_id = $2)`,
};

const settlePayout: Statement = {
  name: 'settle_payout',
  text: `select settle_payout($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) as is_done`,
};

const endPayout: Statement = { name: 'end_payout', text: `select end_payout($1, $2, $3, $4, $5) as is_done` };

const postSurplus: Statement = { name: 'post_surplus', text: `select post_surplus($1, $2, $3, $4, $5) as surplus` };

export type LegReceipt = ReceiptLine & { readonly attemptId: AttemptId; readonly isSynthetic: boolean };

export type Settlement = {
  readonly payout: PayoutRow;
  readonly legs: readonly { readonly attemptId: AttemptId; readonly booked: string }[];
  readonly figures: Figures;
  readonly postings: readonly Posting[];
  readonly receipts: readonly LegReceipt[];
};

export const createPayoutFactsStore = (database: Database) => {
  const isDone = async (statement: Statement, values: readonly unknown[]): Promise<boolean> =>
    (await runForRow<{ is_done: boolean }>(database, statement, values)).is_done;
  return {
    note: async ({ attempt, state, paidTotal, returnedTotal, evidence }: PayoutFact): Promise<NextStep> => {
      const { next } = await runForRow<{ next: NextStep }>(database, noteFact, [
        attempt.shopId,
        attempt.attemptId,
        state,
        paidTotal.toFixed(2),
        returnedTotal.toFixed(2),
        evidence.length === 0 ? null : toStoredEvidence(evidence),
      ]);
      return next;
    },
    /** `paid` "0.00": it was not carried out. `decided`, `sending`, `less_than_noted`: nothing was changed. */
    resolve: async ({ shopId, attemptId }: AttemptRef, actor: string, paid: string) =>
      (
        await runForRow<{ next: NextStep | 'decided' | 'sending' | 'less_than_noted' }>(database, resolveLeg, [
          shopId,
          attemptId,
          actor,
          paid,
          newId(),
        ])
      ).next,
    findPayout: async ({ shopId, attemptId }: AttemptRef): Promise<PayoutRow | null> => {
      const [row] = await runStatement<PayoutRow>(database, findPayout, [shopId, attemptId]);
      return row ?? null;
    },
    /** False when the payout ended meanwhile, or its legs are not any more what the caller saw. */
    settle: ({ payout, legs, figures, postings, receipts }: Settlement): Promise<boolean> => {
      const lines = toPostingColumns(postings);
      const inSettlement = (amount: Figures['recorded']): string => formatAmount(amount, payout.settlement_currency);
      return isDone(settlePayout, [
        payout.shop_id,
        payout.operation_id,
        legs.map((leg) => leg.attemptId),
        legs.map((leg) => leg.booked),
        inSettlement(figures.recorded),
        inSettlement(figures.settlement),
        inSettlement(figures.commission),
        newId(),
        lines.accounts,
        lines.currencies,
        lines.amounts,
        newId(),
        receipts.map(() => newId()),
        receipts.map((item) => item.attemptId),
        receipts.map((item) => item.amount),
        receipts.map((item) => item.completedAt),
        receipts.map((item) => item.documentId),
        receipts.map((item) => item.isSynthetic),
      ]);
    },
    end: ({ shop_id: shopId, operation_id: operationId }: PayoutRow, reason: 'declined' | 'failed') =>
      isDone(endPayout, [shopId, operationId, reason, newId(), newId()]),
    noteContradiction: createNoteContradiction(database),
    /** Answers what was posted: the difference to what operation and suspense held. */
    postSurplus: async ({ shopId, attemptId }: AttemptRef): Promise<string> =>
      (await runForRow<{ surplus: string }>(database, postSurplus, [shopId, attemptId, '0', newId(), newId()])).surplus,
  };
};

export type PayoutFactsStore = ReturnType<typeof createPayoutFactsStore>;
