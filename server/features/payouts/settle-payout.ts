import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { decimal, formatAmount, smallest, zero, type Decimal } from '#platform/money';
import { payoutFigures, quoteOf } from '#features/pricing';
import { readStoredEvidence, receiptsOf, type AttemptRef } from '#providers';
import type { LegRow, PayoutFactsStore, PayoutRow, LegReceipt } from './payout-facts-store.ts';
import { payoutPostings } from './payout-postings.ts';

export type SettlePayoutNeeds = {
  readonly facts: PayoutFactsStore;
  readonly metrics: Pick<Metrics, 'settlements' | 'suspense' | 'contradictions'>;
  readonly log: Log;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

const netOf = (leg: LegRow): Decimal => decimal(leg.paid_amount).minus(decimal(leg.returned_amount));

/** What the payout counts of a leg: never more than the leg was to send, which is all that is reserved for it. */
const bookedOf = (leg: LegRow): Decimal =>
  leg.state === 'accepted' ? smallest(netOf(leg), decimal(leg.amount)) : zero;

const legReceiptsOf = (leg: LegRow, booked: Decimal): LegReceipt[] => {
  const { lines, isSynthetic } = receiptsOf(readStoredEvidence(leg.evidence), booked);
  return lines.map((line) => ({ ...line, attemptId: leg.attempt_id, isSynthetic }));
};

const settle = (needs: SettlePayoutNeeds, payout: PayoutRow, paid: readonly { leg: LegRow; booked: Decimal }[]) => {
  const { currency } = payout;
  const quote = quoteOf(payout);
  const actual = paid.reduce((sum, { booked }) => sum.plus(booked), zero);
  const figures = payoutFigures(actual, quote);
  const byLeg = paid.map(({ leg, booked }) => ({ providerId: leg.provider_id, booked }));
  return needs.facts.settle({
    payout,
    legs: paid.map(({ leg, booked }) => ({ attemptId: leg.attempt_id, booked: formatAmount(booked, currency) })),
    figures,
    postings: payoutPostings(decimal(payout.settlement_amount), byLeg, currency, quote, figures),
    receipts: paid.flatMap(({ leg, booked }) => legReceiptsOf(leg, booked)),
  });
};

/** Posts what a leg's provider moved and its payout cannot count. */
export const moveToSuspense = async (needs: SettlePayoutNeeds, attempt: AttemptRef, operationId: string) => {
  const surplus = await needs.facts.postSurplus(attempt);
  if (decimal(surplus).eq(zero)) return;
  needs.metrics.suspense.inc();
  needs.log.warn({ operationId, attemptId: attempt.attemptId, surplus }, 'money of a payout went to suspense');
};

/** Ends a payout whose legs are all decided. False when they are not any more what was read. */
export const settlePayout = async (needs: SettlePayoutNeeds, attempt: AttemptRef): Promise<boolean> => {
  const payout = await needs.facts.findPayout(attempt);
  if (payout === null) throw new Error(`The attempt ${attempt.attemptId} has no payout.`);
  if (payout.status !== 'pending') return true;
  const paid = payout.attempts.map((leg) => ({ leg, booked: bookedOf(leg) })).filter(({ booked }) => booked.gt(zero));
  const reason = payout.attempts.some((leg) => leg.resolved_by !== null) ? 'failed' : 'declined';
  const isEnded = paid.length === 0 ? await needs.facts.end(payout, reason) : await settle(needs, payout, paid);
  if (!isEnded) return false;
  needs.metrics.settlements.inc({ type: 'payout', status: paid.length === 0 ? 'cancelled' : 'completed' });
  needs.followUp();
  for (const leg of payout.attempts.filter((one) => !netOf(one).eq(bookedOf(one)))) {
    await moveToSuspense(needs, { shopId: attempt.shopId, attemptId: leg.attempt_id }, payout.operation_id);
  }
  return true;
};
