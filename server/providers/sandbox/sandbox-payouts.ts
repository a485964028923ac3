import { decimal, formatAmount, zero, Decimal, type Money } from '#platform/money';
import type { AttemptRef, PayoutFact, PayoutLookup, PayoutOrder, Provider } from '../port.ts';
import { evidenceOf, keptBackMs } from './sandbox-evidence.ts';
import type { PlacedOrder } from './sandbox-orders.ts';
import { isFirst, scenarioOf } from './sandbox-scenarios.ts';
import type { SandboxNeeds } from './sandbox-needs.ts';

/** Equal parts rounded down to the kopeck; the last one takes the rest. */
const splitEvenly = ({ amount }: Money, parts: number): Decimal[] => {
  const part = amount.div(decimal(String(parts))).round(2, Decimal.roundDown);
  // An amount of fewer kopecks than parts cannot be split.
  if (part.eq(zero)) return [amount];
  const last = amount.minus(part.times(decimal(String(parts - 1))));
  return [...Array.from({ length: parts - 1 }, () => part), last];
};

/** What the order's state says as a fact. */
export const payoutFactOf = (
  attempt: AttemptRef,
  order: Pick<PlacedOrder, 'state' | 'paid_amount' | 'due_since' | 'evidence_after_ms'>,
): PayoutFact => {
  const { state } = order;
  const paidTotal = state === 'paid' ? decimal(order.paid_amount) : zero;
  const evidence = evidenceOf(order, paidTotal, attempt.attemptId);
  const last = state === 'paid' ? 'paid' : 'failed';
  return { attempt, state: state === 'accepted' ? 'open' : last, paidTotal, returnedTotal: zero, evidence };
};

/** Callbacks that overtake the answer: the last word comes first, then twice, then an outdated one. */
const reportTooEarly = async (needs: SandboxNeeds, { attempt, amount }: PayoutOrder): Promise<void> => {
  const evidence = evidenceOf({ due_since: new Date(), evidence_after_ms: null }, amount.amount, attempt.attemptId);
  const paid: PayoutFact = { attempt, state: 'paid', paidTotal: amount.amount, returnedTotal: zero, evidence };
  await needs.reportPayout(paid);
  await needs.reportPayout({ ...paid, state: 'open', paidTotal: zero, evidence: [] });
  await needs.reportPayout(paid);
};

const repeatedAfterMs = 2_000;

/** The payout half of a sandbox provider. */
export const createSandboxPayouts = (
  needs: SandboxNeeds,
  providerId: string,
): Pick<Provider, 'isPayoutRepeatable' | 'splitPayout' | 'createPayout' | 'lookUpPayout'> => {
  const placeOrder = (order: PayoutOrder): Promise<PlacedOrder> => {
    const total = { amount: order.payout.amount, currency: order.amount.currency };
    const { scenario, delays, failingLegs = 0 } = scenarioOf(total, 'payout');
    const isPaidAtOnce = scenario === 'callbacks_out_of_order';
    const isSilent = scenario === 'unknown_outcome_found_paid';
    const isFailing = scenario === 'declined_after_acceptance' || order.payout.leg > order.payout.legs - failingLegs;
    const { paidAfterMs, declinedAfterMs, lookupAfterMs } = delays ?? {};
    const delayMs = isPaidAtOnce ? repeatedAfterMs : (paidAfterMs ?? declinedAfterMs ?? lookupAfterMs);
    return needs.orders.place({
      attempt: order.attempt,
      providerId,
      type: 'payout',
      amount: formatAmount(order.amount.amount, order.amount.currency),
      state: isPaidAtOnce ? 'paid' : 'accepted',
      paidAmount: isFailing ? '0.00' : formatAmount(order.amount.amount, order.amount.currency),
      paysAfterMs: delayMs === undefined ? null : Math.round(delayMs / needs.speed),
      dueState: isFailing ? 'failed' : 'paid',
      isSilent,
      rail: order.rail,
      receiptFinding: null,
      evidenceAfterMs: keptBackMs(delays, needs.speed),
    });
  };
  return {
    isPayoutRepeatable: true,
    splitPayout: (amount) => splitEvenly(amount, scenarioOf(amount, 'payout').legs ?? 1),
    createPayout: async (order) => {
      const total = { amount: order.payout.amount, currency: order.amount.currency };
      const { scenario } = scenarioOf(total, 'payout');
      if (scenario === 'second_provider_accepts' && isFirst(providerId)) {
        return { outcome: 'declined', reason: scenario };
      }
      const placed = await placeOrder(order);
      // Its answer is lost on the way.
      if (placed.is_silent) return { outcome: 'unknown' };
      if (scenario === 'callbacks_out_of_order') await reportTooEarly(needs, order);
      return placed.state === 'voided'
        ? { outcome: 'declined', reason: 'sandbox order is voided' }
        : { outcome: 'accepted' };
    },
    lookUpPayout: async (attempt): Promise<PayoutLookup> => {
      const found = await needs.orders.find(attempt);
      if (found === null) return { outcome: 'not_found' };
      if (found.is_silent && found.state === 'accepted') return { outcome: 'unknown' };
      return { outcome: 'found', fact: payoutFactOf(attempt, found) };
    },
  };
};
