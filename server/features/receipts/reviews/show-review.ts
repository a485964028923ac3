import { OperatorRefusal, type RefusalDetails } from '#platform/refusals';
import type { KeyRing } from '#platform/secrets';
import { isVisible, maskNumber, numberPlace } from '#features/operations';
import type {
  FirstUse,
  HistoryEntry,
  OtherFile,
  PaymentDetails,
  PaymentFate,
  ReviewDetailsStore,
} from './review-details-store.ts';
import type { ReviewRow, ReviewsStore } from './reviews-store.ts';

export type ShowReviewNeeds = {
  readonly reviews: Pick<ReviewsStore, 'find'>;
  readonly details: ReviewDetailsStore;
};

/** All that a person needs to decide about a receipt, but for the file itself. */
export type ShownReview = {
  readonly review: ReviewRow;
  readonly payment: Omit<PaymentDetails, 'number_encrypted' | 'rail'>;
  /** The destination number as operators may see it. */
  readonly number: string | null;
  /** The payment that used the same file before; null where there is none. */
  readonly firstUse: FirstUse | null;
  readonly otherFiles: readonly OtherFile[];
  readonly history: readonly HistoryEntry[];
};

type LastDecision = RefusalDetails['not_under_review']['last'];

const decisions = new Map<string, NonNullable<LastDecision>['decision']>([
  ['receipt.approved', 'approved'],
  ['receipt.rejected', 'rejected'],
  ['receipt.asked_again', 'asked_again'],
]);

const lastDecisionIn = (history: readonly HistoryEntry[]): LastDecision => {
  for (const { action, actor, created_at: at } of history.toReversed()) {
    const decision = decisions.get(action);
    if (decision !== undefined) return { decision, actor, at: at.toISOString() };
  }
  return null;
};

const refuse = async ({ details }: ShowReviewNeeds, operationId: string, { shop_id, shop, status }: PaymentFate) => {
  const last = lastDecisionIn(await details.history(shop_id, operationId));
  return new OperatorRefusal('not_under_review', { operationId, shop, status, last });
};

/** @throws OperatorRefusal when there is no such payment, or no receipt of it is under review any more. */
export const requireReview = async (needs: ShowReviewNeeds, operationId: string): Promise<ReviewRow> => {
  const review = await needs.reviews.find(operationId);
  if (review !== null) return review;
  const fate = await needs.details.fate(operationId);
  if (fate === null || !isVisible(fate.status)) throw new OperatorRefusal('payment_not_found', { operationId });
  throw await refuse(needs, operationId, fate);
};

export const showReview = async (
  { details }: Pick<ShowReviewNeeds, 'details'>,
  keyRing: Pick<KeyRing, 'decrypt'>,
  review: ReviewRow,
): Promise<ShownReview> => {
  const place = numberPlace(review.shop_id, review.operation_id);
  const { number_encrypted: sealed, rail, ...payment } = await details.details(review);
  return {
    review,
    payment,
    number: sealed === null ? null : maskNumber(keyRing.decrypt(sealed, place), rail ?? 'account'),
    firstUse: await details.firstUse(review),
    otherFiles: await details.otherFiles(review),
    history: await details.history(review.shop_id, review.operation_id),
  };
};
