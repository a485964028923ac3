import { OperatorRefusal } from '#platform/refusals';
import { zero, type Decimal } from '#platform/money';
import { planSettlement, toSettlementRow, type PaymentFactsStore } from '#features/payments';
import type { Decision, ReviewRow, ReviewsStore } from './reviews-store.ts';

export type DecideReviewNeeds = {
  readonly reviews: Pick<ReviewsStore, 'approve' | 'rejectByOperator' | 'askAgain'>;
  readonly facts: Pick<PaymentFactsStore, 'findAttempt'>;
};

const mostNoteCharacters = 1_000;

const refOf = (review: ReviewRow) => ({ shopId: review.shop_id, fileId: review.file_id });

/** @throws OperatorRefusal when this cannot be decided, by any operator */
export const assertDecidable = (review: ReviewRow, { note }: Pick<Decision, 'note'>): void => {
  if (review.status !== 'manual_check') {
    throw new OperatorRefusal('under_review_at_provider', {});
  }
  if (note !== null && note.length > mostNoteCharacters) {
    throw new OperatorRefusal('note_too_long', { limit: mostNoteCharacters });
  }
};

const decidedMeanwhile = (): OperatorRefusal => new OperatorRefusal('review_decided_meanwhile', {});

/**
 * Takes a receipt for good: the payment completes with this amount. If its provider says more later, the difference goes
 * to suspense.
 * @throws OperatorRefusal it was decided meanwhile, or the provider has reported more
 */
export const approveReview = async (
  needs: DecideReviewNeeds,
  review: ReviewRow,
  amount: Decimal,
  decision: Decision,
): Promise<void> => {
  assertDecidable(review, decision);
  if (amount.lte(zero)) throw new OperatorRefusal('approval_without_amount', {});
  const attempt = { shopId: review.shop_id, attemptId: review.attempt_id };
  const row = await needs.facts.findAttempt(attempt);
  if (row === null) throw decidedMeanwhile();
  // The receipt is what proves the transfer: when it was made, is not known.
  const plan = planSettlement(attempt, row, amount, [{ amount, completedAt: new Date() }]);
  const outcome = await needs.reviews.approve(refOf(review), decision, toSettlementRow(plan));
  if (outcome === 'less_than_noted') {
    throw new OperatorRefusal('approval_below_report', { amount: amount.toFixed(2), currency: review.currency });
  }
  if (outcome === 'decided') throw decidedMeanwhile();
};

/** The receipt proves nothing: the payment is cancelled, and its order is voided. */
export const rejectReview = async (needs: DecideReviewNeeds, review: ReviewRow, decision: Decision): Promise<void> => {
  assertDecidable(review, decision);
  if (!(await needs.reviews.rejectByOperator(refOf(review), decision))) throw decidedMeanwhile();
};

/** The payer is asked for another receipt, and has the whole lifetime of the payment for it. */
export const askForReceiptAgain = async (
  needs: DecideReviewNeeds,
  review: ReviewRow,
  decision: Decision,
): Promise<void> => {
  assertDecidable(review, decision);
  if (!(await needs.reviews.askAgain(refOf(review), decision))) throw decidedMeanwhile();
};
