import { decimal, formatAmount, largest, zero } from '#platform/money';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { isTerminal, watchContradiction, type StoredStatus } from '#features/operations';
import { readStoredEvidence, type AttemptRef, type PaymentFact } from '#providers';
import type { PaymentFactsStore } from './payment-facts-store.ts';
import type { AttemptRow } from './batched-payment-facts-store.ts';
import { planSettlement } from './plan-settlement.ts';

export type PaymentFactNeeds = {
  readonly facts: PaymentFactsStore;
  readonly metrics: Pick<Metrics, 'settlements' | 'suspense' | 'contradictions'>;
  readonly log: Log;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

type Known = Pick<PaymentFact, 'state' | 'paidTotal' | 'evidence'>;

/** Each turn loses only to a step that moved the payment forward, and there are few of those. */
const mostTries = 5;

const settle = async (needs: PaymentFactNeeds, attempt: AttemptRef, row: AttemptRow, known: Known) => {
  const actual = largest(known.paidTotal, decimal(row.paid_amount));
  const isSettled = await needs.facts.settle(planSettlement(attempt, row, actual, known.evidence));
  if (isSettled) needs.metrics.settlements.inc({ type: 'payment', status: 'completed' });
  return isSettled;
};

const end = async (needs: PaymentFactNeeds, attempt: AttemptRef, row: AttemptRow): Promise<boolean> => {
  const isEnded = await needs.facts.end(attempt, row, 'declined');
  if (isEnded) needs.metrics.settlements.inc({ type: 'payment', status: 'cancelled' });
  return isEnded;
};

const toSuspense = async (needs: PaymentFactNeeds, attempt: AttemptRef, row: AttemptRow, known: Known) => {
  const total = largest(known.paidTotal, decimal(row.paid_amount));
  const surplus = await needs.facts.postSurplus(attempt, formatAmount(total, row.currency));
  if (decimal(surplus).gt(zero)) {
    needs.metrics.suspense.inc();
    needs.log.error({ operationId: row.operation_id, surplus }, 'provider money went to suspense');
  }
  return true;
};

const isStillCreating = (status: StoredStatus): boolean => status === 'creating';

/** Money of an open order is only noted: what the order's last word leaves out must not be lost. */
const noteOpen = async (needs: PaymentFactNeeds, attempt: AttemptRef, row: AttemptRow, known: Known) => {
  const isClosing = row.is_operations_attempt && row.is_fact_pending;
  if (known.paidTotal.lte(decimal(row.paid_amount)) && !isClosing) return true;
  return needs.facts.noteOpenTotal(attempt, formatAmount(known.paidTotal, row.currency));
};

/** One try: false when the payment moved meanwhile and the fact has to be looked at afresh. */
const applyOnce = async (needs: PaymentFactNeeds, attempt: AttemptRef, row: AttemptRow, known: Known) => {
  if (row.is_operations_attempt && !isTerminal(row.status)) {
    if (known.state === 'open') return noteOpen(needs, attempt, row, known);
    const hasMoney = largest(known.paidTotal, decimal(row.paid_amount)).gt(zero);
    return hasMoney ? settle(needs, attempt, row, known) : end(needs, attempt, row);
  }
  if (row.attempt_state === 'sending' && isStillCreating(row.status)) {
    if (known.state === 'open') return noteOpen(needs, attempt, row, known);
    const total = formatAmount(known.paidTotal, row.currency);
    return needs.facts.recordPendingReport(attempt, known.state, total, known.evidence);
  }
  return toSuspense(needs, attempt, row, known);
};

const apply = async (
  needs: PaymentFactNeeds,
  attempt: AttemptRef,
  knownOf: (row: AttemptRow) => Known,
): Promise<boolean> => {
  for (let turn = 0; turn < mostTries; turn += 1) {
    const row = await needs.facts.findAttempt(attempt);
    if (row === null) return false;
    if (await applyOnce(needs, attempt, row, knownOf(row))) {
      needs.followUp();
      return true;
    }
  }
  throw new Error(`The fact about attempt ${attempt.attemptId} found no stable payment.`);
};

/**
 * Applies what a provider says about an attempt. Facts are totals: a repeated, late or reordered one changes nothing.
 * False when the attempt is not known.
 */
export const applyPaymentFact = async (needs: PaymentFactNeeds, fact: PaymentFact): Promise<boolean> => {
  const isKnown = await apply(needs, fact.attempt, () => fact);
  if (fact.state === 'failed') {
    await watchContradiction(needs, needs.facts.noteContradiction, fact.attempt, fact.paidTotal);
  }
  return isKnown;
};

/** Applies the fact that was noted on an attempt while its create was undecided. */
export const applyPendingReport = (needs: PaymentFactNeeds, attempt: AttemptRef): Promise<boolean> =>
  apply(needs, attempt, (row) => ({
    state: row.reported_state ?? 'open',
    paidTotal: decimal(row.paid_amount),
    evidence: readStoredEvidence(row.evidence),
  }));
