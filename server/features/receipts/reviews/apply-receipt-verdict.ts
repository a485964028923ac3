import type { Metrics } from '#platform/metrics';
import { zero } from '#platform/money';
import type { ManualCheckReason } from '#features/operations';
import type { PaymentFact, ReceiptVerdict } from '#providers';
import type { ReviewsStore } from './reviews-store.ts';

export type ReceiptVerdictNeeds = {
  readonly reviews: Pick<ReviewsStore, 'doubt' | 'reject'>;
  readonly applyFact: (fact: PaymentFact) => Promise<boolean>;
  readonly metrics: Pick<Metrics, 'settlements'>;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

/** Without a reason of its own, and for an acceptance of no money, which makes no sense, a person has to look. */
const reasonOf = (verdict: Exclude<ReceiptVerdict, { outcome: 'rejected' }>): ManualCheckReason =>
  verdict.outcome === 'doubtful' && verdict.reason === 'not_terminal' ? 'not_terminal' : 'potential_fake';

/**
 * Applies what a provider's review of a receipt found. An accepted one is a fact about money, and counts like any other;
 * the others count only while this very file is under review. False when nothing came of it.
 */
export const applyReceiptVerdict = async (needs: ReceiptVerdictNeeds, verdict: ReceiptVerdict): Promise<boolean> => {
  const { attempt, fileId } = verdict;
  if (verdict.outcome === 'accepted' && verdict.paidTotal.gt(zero)) {
    return needs.applyFact({ attempt, state: 'paid', paidTotal: verdict.paidTotal, evidence: verdict.evidence });
  }
  if (verdict.outcome === 'rejected') {
    const isRejected = await needs.reviews.reject(attempt, fileId);
    if (isRejected) needs.metrics.settlements.inc({ type: 'payment', status: 'cancelled' });
    if (isRejected) needs.followUp();
    return isRejected;
  }
  const isDoubted = await needs.reviews.doubt(attempt, fileId, reasonOf(verdict));
  if (isDoubted) needs.followUp();
  return isDoubted;
};
