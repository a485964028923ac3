import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxOutcome } from '#generated/shared/sandbox';
import { decimal, formatAmount, zero, Decimal, type Money } from '#platform/money';
import type { AttemptRef, PaymentAnswer, PaymentFact, PaymentOrder, Provider } from '../port.ts';
import type { SandboxNeeds } from './sandbox-needs.ts';
import type { PlacedOrder, ReceiptFinding } from './sandbox-orders.ts';
import { keptBackMs } from './sandbox-evidence.ts';
import { createSandboxPayouts } from './sandbox-payouts.ts';
import { createSandboxReceipts } from './sandbox-receipts.ts';
import { numberKindOf, requisitesFor } from './sandbox-requisites.ts';
import { isFirst, scenarioOf } from './sandbox-scenarios.ts';

const isDeclined = (scenario: string, providerId: string): boolean =>
  scenario === 'declined_by_every_provider' || (scenario === 'second_provider_accepts' && isFirst(providerId));

const payableShare = (amount: Money, outcome: SandboxOutcome): Decimal =>
  outcome.paidShare === undefined
    ? amount.amount
    : amount.amount.times(decimal(outcome.paidShare)).round(2, Decimal.roundDown);

/** Null: the table asks for no receipt. */
const findingOf = ({ delays, manualCheckReason }: SandboxOutcome): ReceiptFinding | null => {
  if (delays?.reviewedAfterMs === undefined) return null;
  if (manualCheckReason === undefined) return 'accepted';
  return manualCheckReason === 'not_terminal' ? 'not_terminal' : 'suspicious';
};

const answerOf = ({ state, rail, receipt_verdict: finding }: PlacedOrder, attempt: AttemptRef): PaymentAnswer =>
  (state === 'accepted' || state === 'paid') && rail !== null
    ? { outcome: 'accepted', requisites: requisitesFor(attempt.attemptId, rail), isReceiptRequired: finding !== null }
    : { outcome: 'declined', reason: `sandbox order is ${state}` };

/** Callbacks that overtake the answer: the last word comes first, then twice, then an outdated one. */
const reportTooEarly = async (needs: SandboxNeeds, order: PaymentOrder): Promise<void> => {
  const paid: PaymentFact = {
    attempt: order.attempt,
    state: 'paid',
    paidTotal: order.amount.amount,
    evidence: [{ amount: order.amount.amount, completedAt: new Date() }],
  };
  await needs.report(paid);
  await needs.report({ ...paid, state: 'open', paidTotal: zero, evidence: [] });
  await needs.report(paid);
};

const repeatedAfterMs = 2_000;

/** A reference provider that does what the kopecks of the amount say, by the table that mock and docs share. */
export const createSandboxProvider = (needs: SandboxNeeds, providerId: string): Provider => {
  const scaled = (delayMs: number): number => Math.round(delayMs / needs.speed);
  const place = (order: PaymentOrder, outcome: SandboxOutcome): Promise<PlacedOrder> => {
    const isPaidAtOnce = outcome.scenario === 'callbacks_out_of_order';
    // What was reported too early is reported once more later: a crash in between must not lose it.
    const paidAfterMs = isPaidAtOnce ? repeatedAfterMs : outcome.delays?.paidAfterMs;
    const finding = findingOf(outcome);
    const share = formatAmount(payableShare(order.amount, outcome), order.amount.currency);
    return needs.orders.place({
      attempt: order.attempt,
      providerId,
      type: 'payment',
      amount: formatAmount(order.amount.amount, order.amount.currency),
      state: isPaidAtOnce ? 'paid' : 'accepted',
      paidAmount: outcome.scenario === 'never_paid' ? '0.00' : share,
      paysAfterMs: paidAfterMs === undefined ? null : scaled(paidAfterMs),
      // A receipt that is not good leaves the order as it was.
      dueState: finding === null || finding === 'accepted' ? 'paid' : 'accepted',
      isSilent: false,
      rail: numberKindOf(order.rail, order.amount.currency),
      receiptFinding: finding,
      evidenceAfterMs: keptBackMs(outcome.delays, needs.speed),
    });
  };
  return {
    providerId,
    ...createSandboxPayouts(needs, providerId),
    ...createSandboxReceipts(needs),
    createPayment: async (order) => {
      const outcome = scenarioOf(order.amount, 'payment');
      if (isDeclined(outcome.scenario, providerId)) return { outcome: 'declined', reason: outcome.scenario };
      const waitMs = outcome.delays?.answerAfterMs ?? outcome.delays?.detailsAfterMs;
      // A real provider works on, whether or not a caller still waits for its answer.
      if (waitMs !== undefined) await sleep(scaled(waitMs), undefined, { ref: false });
      const placed = await place(order, outcome);
      if (outcome.scenario === 'callbacks_out_of_order') await reportTooEarly(needs, order);
      return answerOf(placed, order.attempt);
    },
    lookUpPayment: async (attempt) => {
      const found = await needs.orders.find(attempt);
      return found === null ? { outcome: 'unknown' } : answerOf(found, attempt);
    },
    voidPayment: async (attempt) => {
      const { state, paid_amount: paid } = await needs.orders.void(attempt, providerId);
      return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
    },
  };
};
