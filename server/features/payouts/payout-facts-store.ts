import { toPostingColumns, type Posting } from '#ledger';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId } from '#platform/ids';
import { formatAmount } from '#platform/money';
import type { AttemptRef, ReceiptLine } from '#providers';
import { createNoteContradiction, type CancelReason } from '#features/operations';
import type { LegDecision } from './decide-leg.ts';
import type { LegRow, PayoutRow } from './payout-leg.ts';

// By the primary keys and attempts_by_operation: a join would be planned as a walk while tables are empty. Money inside
// json is text.
const findPayout: Statement = {
  name: 'find_payout_of_leg',
  text: `select o.shop_id, o.operation_id, o.status, o.currency, o.fx_source, o.fx_rate,
      o.settlement_currency, o.settlement_amount, o.tariff_percent, o.tariff_fixed, o.tariff_minimum,
      (select json_agg(json_build_object('attempt_id', l.attempt_id, 'provider_id', l.provider_id, 'leg', l.leg,
          'claim', l.claim, 'state', l.state, 'reported_state', l.reported_state, 'amount', l.amount::text,
          'paid_amount', l.paid_amount::text, 'returned_amount', l.returned_amount::text,
          'booked_amount', l.booked_amount::text, 'suspense_amount', l.suspense_amount::text, 'evidence', l.evidence,
          'is_open', l.check_at is not null, 'is_in_hand', l.state = 'sending' and l.check_at > now(),
          'is_fact_pending', l.is_fact_pending, 'resolved_by', l.resolved_by) order by l.leg, l.position)
        from attempts l where l.shop_id = $1 and l.operation_id = o.operation_id) as legs
    from operations o
    where o.shop_id = $1 and o.operation_id = (
      select a.operation_id from attempts a where a.shop_id = $1 and a.attempt_id = $2 and a.type = 'payout')`,
};

const noteLeg: Statement = { name: 'note_leg', text: `select note_leg($1, $2) as is_done` };

const finishPayout: Statement = { name: 'finish_payout', text: `select finish_payout($1, $2, $3) as is_done` };

const postSurplus: Statement = { name: 'post_surplus', text: `select post_surplus($1, $2, $3, $4, $5) as surplus` };

/** What the audit log says about a leg that an operator decided. */
export type ResolutionEntry = {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

/** A decision, and who is to be named for it. */
export type LegStep = { readonly decision: LegDecision; readonly entry: ResolutionEntry | null };

export type LegReceipt = ReceiptLine & { readonly attemptId: AttemptId; readonly isSynthetic: boolean };

/** The end of a payout. Amounts as they are stored. */
export type PayoutEnding = {
  readonly status: 'completed' | 'cancelled';
  readonly cancelReason: Extract<CancelReason, 'declined' | 'failed'> | null;
  readonly actual: string;
  readonly recorded: string | null;
  readonly settlement: string;
  readonly commission: string;
  readonly postings: readonly Posting[];
  readonly legs: readonly {
    readonly attemptId: AttemptId;
    readonly booked: string;
    /** Money of it is still to be posted to suspense. */
    readonly isFactPending: boolean;
    /** Its provider will be asked for what proves it. */
    readonly isEvidenceDue: boolean;
  }[];
  readonly receipts: readonly LegReceipt[];
};

/** What of it the decision about a leg rests on. */
const ownSeen = (leg: LegRow): readonly unknown[] => [
  leg.claim,
  leg.state,
  leg.reported_state,
  leg.paid_amount,
  leg.returned_amount,
  leg.suspense_amount,
];

/** What of it the end of its payout rests on. */
const seenOf = (leg: LegRow): readonly unknown[] => [
  leg.attempt_id,
  leg.state,
  leg.paid_amount,
  leg.returned_amount,
  leg.suspense_amount,
];

const toStepRow = ({ decision: { payout, seen, leg, isLast, counted }, entry }: LegStep): string =>
  JSON.stringify({
    operation_id: payout.operation_id,
    attempt_id: leg.attempt_id,
    status: payout.status,
    is_last: isLast,
    seen: ownSeen(seen),
    state: leg.state,
    reported_state: leg.reported_state,
    paid_amount: leg.paid_amount,
    returned_amount: leg.returned_amount,
    evidence: leg.evidence,
    is_open: leg.is_open,
    is_fact_pending: leg.is_fact_pending,
    resolved_by: leg.resolved_by,
    counted: formatAmount(counted, payout.currency),
    ...(entry !== null && { entry_id: newId(), entry_before: entry.before, entry_after: entry.after }),
  });

const toEndingRow = ({ operation_id: operationId, legs }: PayoutRow, ending: PayoutEnding): string => {
  const isCompleted = ending.status === 'completed';
  return JSON.stringify({
    operation_id: operationId,
    seen: legs.map(seenOf),
    status: ending.status,
    cancel_reason: ending.cancelReason,
    actual_amount: ending.actual,
    recorded_amount: ending.recorded,
    settlement_amount: ending.settlement,
    commission_amount: ending.commission,
    is_evidence_pending: ending.legs.some((leg) => leg.isEvidenceDue),
    legs: ending.legs.map((leg) => ({
      attempt_id: leg.attemptId,
      booked_amount: leg.booked,
      is_fact_pending: leg.isFactPending,
      is_evidence_due: leg.isEvidenceDue,
    })),
    transaction_id: newId(),
    transaction_kind: isCompleted ? 'payout_settled' : 'payout_released',
    ...toPostingColumns(ending.postings),
    receipts: ending.receipts.map((item) => ({
      receipt_id: newId(),
      attempt_id: item.attemptId,
      amount: item.amount,
      completed_at: item.completedAt,
      is_synthetic: item.isSynthetic,
      document_id: item.documentId,
    })),
    event_id: newId(),
    event_kind: isCompleted ? 'operation.completed' : 'operation.cancelled',
  });
};

export const createPayoutFactsStore = (database: Database) => {
  const isDone = async (statement: Statement, values: readonly unknown[]): Promise<boolean> =>
    (await runForRow<{ is_done: boolean }>(database, statement, values)).is_done;
  return {
    /** The payout of a leg, with all of its legs; null when there is no such leg. */
    findPayout: async ({ shopId, attemptId }: AttemptRef): Promise<PayoutRow | null> => {
      const [row] = await runStatement<PayoutRow>(database, findPayout, [shopId, attemptId]);
      return row ?? null;
    },
    /** False when payout and leg are not any more what the decision rests on. */
    noteLeg: (step: LegStep): Promise<boolean> => isDone(noteLeg, [step.decision.payout.shop_id, toStepRow(step)]),
    /** The same for the last of all legs, and the end of its payout with it. */
    finish: (step: LegStep, ending: PayoutEnding): Promise<boolean> => {
      const { payout } = step.decision;
      return isDone(finishPayout, [payout.shop_id, toStepRow(step), toEndingRow(payout, ending)]);
    },
    noteContradiction: createNoteContradiction(database),
    /** Answers what was posted: the difference to what operation and suspense held. */
    postSurplus: async ({ shopId, attemptId }: AttemptRef): Promise<string> =>
      (await runForRow<{ surplus: string }>(database, postSurplus, [shopId, attemptId, '0', newId(), newId()])).surplus,
  };
};

export type PayoutFactsStore = ReturnType<typeof createPayoutFactsStore>;
