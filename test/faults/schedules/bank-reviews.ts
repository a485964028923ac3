import { zero } from '#platform/money';
import { all, pay, share, type BankOrder, type WireVerdict } from './bank-order.ts';
import type { ReceiptScript } from './plan-operations.ts';

type Review = {
  readonly attemptId: string;
  readonly digest: string;
  asked: number;
  /** The last thing that was found; null while it is looked at. */
  verdict: WireVerdict | null;
};

type Needs = {
  readonly later: (afterMs: number, work: () => void) => void;
  readonly send: (verdict: WireVerdict) => void;
  /** For the day on which the bank says everything. */
  readonly holdBack: (send: () => void) => void;
  readonly isHonest: () => boolean;
};

const untilContradictionMs = 300;

/** The money comes with what is found; an order that is over takes none. */
const judge = (order: BankOrder, fileId: string, finding: string): WireVerdict => {
  const isOver = order.state === 'voided' || order.state === 'failed';
  const total = finding === 'good in part' ? share(order, '0.4') : all(order);
  const isGood = finding.startsWith('good') && !isOver;
  if (isGood) pay(() => total)(order);
  const outcome = isGood ? 'accepted' : finding === 'bad' || isOver ? 'rejected' : 'doubtful';
  const reason = finding === 'suspicious' ? 'suspicious' : finding === 'not terminal' ? 'not_terminal' : null;
  return {
    type: 'receipt',
    shopId: order.shopId,
    attemptId: order.attemptId,
    fileId,
    outcome,
    reason: outcome === 'doubtful' ? reason : null,
    paidTotal: (isGood ? order.paid : zero).toFixed(2),
  };
};

/** The receipts that the banks were given: each is judged once, as its payment's script says, and told of as facts are. */
export const openReviews = ({ later, send, holdBack, isHonest }: Needs) => {
  const reviews = new Map<string, Review>();
  const complaints: string[] = [];

  const tell = ({ script }: BankOrder, verdict: WireVerdict): void => {
    if (isHonest()) return send(verdict);
    // What is not told is asked for again.
    if (script.telling === 'never') return;
    if (script.telling === 'late') return holdBack(() => send(verdict));
    send(verdict);
    if (script.telling === 'twice' || script.telling === 'reordered') send(verdict);
  };
  const look = (order: BankOrder, review: Review, fileId: string, finding: string): void => {
    review.verdict = judge(order, fileId, finding);
    tell(order, review.verdict);
  };
  const begin = (order: BankOrder, script: ReceiptScript, fileId: string, review: Review): void => {
    const isFirst = ![...reviews.values()].some(({ attemptId }) => attemptId === order.attemptId);
    reviews.set(fileId, review);
    const [first = 'good', second] = isFirst ? script.finding.split(', then ') : [];
    later(script.reviewsAfterMs, () => look(order, review, fileId, first));
    if (second === undefined) return;
    later(script.reviewsAfterMs + untilContradictionMs, () => look(order, review, fileId, second));
  };
  return {
    complaints: (): readonly string[] => complaints,
    /** What the banks were given, by the id of the file. */
    given: (): ReadonlyMap<string, Pick<Review, 'attemptId' | 'digest'>> => reviews,
    /** False: it breaks off. Whether it has taken the receipt, is not known. */
    take: (order: BankOrder, script: ReceiptScript, fileId: string, digest: string): boolean => {
      const present = reviews.get(fileId);
      if (present !== undefined && present.digest !== digest)
        complaints.push(`The file ${fileId} was given as two contents.`);
      const review = present ?? { attemptId: order.attemptId, digest, asked: 0, verdict: null };
      review.asked += 1;
      const isUnclear = !isHonest() && review.asked <= script.unclearReviews;
      if (present === undefined) begin(order, script, fileId, review);
      else if (!isUnclear && review.verdict !== null) send(review.verdict);
      return !isUnclear;
    },
  };
};
