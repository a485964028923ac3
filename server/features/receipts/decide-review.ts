import { OperatorError } from '#platform/errors';
import { zero, type Decimal } from '#platform/money';
import { planSettlement, toSettlementRow, type FactsStore } from '#features/payments';
import type { Decision, ReviewRow, ReviewsStore } from './reviews-store.ts';

export type DecideReviewNeeds = {
  readonly reviews: Pick<ReviewsStore, 'approve' | 'rejectByOperator' | 'askAgain'>;
  readonly facts: Pick<FactsStore, 'findAttempt'>;
};

const mostNoteCharacters = 1_000;

const refOf = (review: ReviewRow) => ({ shopId: review.shop_id, fileId: review.file_id });

/** @throws OperatorError when this cannot be decided, whoever else decides meanwhile */
export const assertDecidable = (review: ReviewRow, { note }: Decision): void => {
  if (review.status !== 'manual_check') {
    throw new OperatorError(
      'The provider is still reviewing this receipt; an operator decides once it leaves that to us.',
    );
  }
  if (note !== null && note.length > mostNoteCharacters) {
    throw new OperatorError(`A note has at most ${mostNoteCharacters} characters.`);
  }
};

const decidedMeanwhile = (): OperatorError =>
  new OperatorError('This receipt was decided meanwhile. Nothing was changed.');

/**
 * Takes a receipt for good: the payment completes with this amount. If its provider says more later, the difference goes
 * to suspense.
 * @throws OperatorError it was decided meanwhile, or the provider has reported more
 */
export const approveReview = async (
  needs: DecideReviewNeeds,
  review: ReviewRow,
  amount: Decimal,
  decision: Decision,
): Promise<void> => {
  assertDecidable(review, decision);
  if (amount.lte(zero))
    throw new OperatorError('A receipt is approved with the amount that arrived; without any, reject it.');
  const attempt = { shopId: review.shop_id, attemptId: review.attempt_id };
  const row = await needs.facts.findAttempt(attempt);
  if (row === null) throw decidedMeanwhile();
  // The receipt is what proves the transfer: when it was made, nobody has told.
  const plan = planSettlement(attempt, row, amount, [{ amount, completedAt: new Date() }]);
  const outcome = await needs.reviews.approve(refOf(review), decision, toSettlementRow(plan, 0));
  if (outcome === 'less_than_noted') {
    throw new OperatorError(`The provider has reported more than ${amount.toFixed(2)} ${review.currency}.`);
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
