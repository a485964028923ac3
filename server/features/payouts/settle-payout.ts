import { strict as assert } from 'node:assert';
import { decimal, formatAmount, zero } from '#platform/money';
import { payoutFigures, quoteOf } from '#features/pricing';
import { readStoredEvidence, receiptsOf } from '#providers';
import type { LegReceipt, PayoutEnding } from './payout-facts-store.ts';
import { countedOf, netOf, sumCounted, type LegRow, type PayoutRow } from './payout-leg.ts';
import { payoutPostings } from './payout-postings.ts';

const legReceiptsOf = (leg: LegRow): LegReceipt[] => {
  const { lines, isSynthetic } = receiptsOf(readStoredEvidence(leg.evidence), countedOf(leg));
  return lines.map((line) => ({ ...line, attemptId: leg.attempt_id, isSynthetic }));
};

const reasonOf = (legs: readonly LegRow[]): 'declined' | 'failed' =>
  legs.some((leg) => leg.resolved_by !== null) ? 'failed' : 'declined';

/** What each leg is booked with, and what is left to be done about it. */
const bookLegs = (legs: readonly LegRow[], receipts: readonly LegReceipt[], currency: string): PayoutEnding['legs'] =>
  legs.map((leg) => ({
    attemptId: leg.attempt_id,
    booked: formatAmount(countedOf(leg), currency),
    isFactPending: !netOf(leg).eq(countedOf(leg).plus(decimal(leg.suspense_amount))),
    isEvidenceDue: countedOf(leg).gt(zero) && receipts.every((item) => item.attemptId !== leg.attempt_id),
  }));

/**
 * How a payout ends whose legs are all decided: what was paid is captured, the rest of the reserve released. Without
 * anything paid, that is all of it.
 */
export const settlePayout = (payout: PayoutRow, legs: readonly LegRow[]): PayoutEnding => {
  assert(
    legs.every((leg) => !leg.is_open),
    'A payout ends when its last leg is decided.',
  );
  const { currency, settlement_currency: settlementCurrency } = payout;
  const actual = sumCounted(legs);
  const quote = quoteOf(payout);
  const figures = payoutFigures(actual, quote);
  const paid = legs.filter((leg) => countedOf(leg).gt(zero));
  const byLeg = paid.map((leg) => ({ providerId: leg.provider_id, booked: countedOf(leg) }));
  const receipts = paid.flatMap(legReceiptsOf);
  const isPaid = paid.length > 0;
  return {
    status: isPaid ? 'completed' : 'cancelled',
    cancelReason: isPaid ? null : reasonOf(legs),
    actual: formatAmount(actual, currency),
    recorded: isPaid ? formatAmount(figures.recorded, settlementCurrency) : null,
    settlement: formatAmount(figures.settlement, settlementCurrency),
    commission: formatAmount(figures.commission, settlementCurrency),
    postings: payoutPostings(decimal(payout.settlement_amount), byLeg, currency, quote, figures),
    legs: bookLegs(legs, receipts, currency),
    receipts,
  };
};
