import { decimal, zero, type Decimal } from '#platform/money';
import type { AttemptRef, Evidence, PaymentFact, PayoutFact, ReceiptVerdict } from '../port.ts';
import { ContractBreachError, type Wire } from './contract.ts';

/** What a column of money holds, and more than there is. */
const mostDigits = 18;

/** The contract does not say how much money there is in the world. */
export const readAmount = (text: string): Decimal => {
  if (text.length > mostDigits) throw new ContractBreachError('an amount is larger than any');
  return decimal(text);
};

export const readEvidence = ({ status, items }: Wire['Evidence']): Evidence => {
  if (status === 'later') return 'later';
  if (status === 'none') return [];
  return items.map(({ amount, completed_at: completedAt, document_id: documentId }) => ({
    amount: readAmount(amount),
    completedAt: new Date(completedAt),
    ...(documentId !== undefined && { documentId }),
  }));
};

/** A failure with money is the contract's own contradiction, which it decides for the money. */
const stateOf = (status: 'open' | 'paid' | 'failed', paidTotal: Decimal): 'open' | 'paid' | 'failed' =>
  status === 'failed' && paidTotal.gt(zero) ? 'paid' : status;

export const isTaken = <Known extends { readonly status: string }>(
  known: Known,
): known is Extract<Known, { readonly status: 'open' | 'paid' | 'failed' }> =>
  known.status === 'open' || known.status === 'paid' || known.status === 'failed';

export const readPaymentFact = (attempt: AttemptRef, taken: Wire['TakenPayment']): PaymentFact => {
  const paidTotal = readAmount(taken.paid_total);
  return { attempt, state: stateOf(taken.status, paidTotal), paidTotal, evidence: readEvidence(taken.evidence) };
};

export const readPayoutFact = (attempt: AttemptRef, taken: Wire['TakenPayout']): PayoutFact => {
  const paidTotal = readAmount(taken.paid_total);
  const returnedTotal = readAmount(taken.returned_total);
  const evidence = readEvidence(taken.evidence);
  return { attempt, state: stateOf(taken.status, paidTotal), paidTotal, returnedTotal, evidence };
};

const doubts: Readonly<Record<string, 'suspicious' | 'not_terminal'>> = {
  suspicious: 'suspicious',
  not_terminal: 'not_terminal',
};

/** Null where the review is still under way. */
export const readVerdict = (attempt: AttemptRef, review: Wire['Review']): ReceiptVerdict | null => {
  const file = { attempt, fileId: review.file_id };
  if (review.verdict === 'pending') return null;
  if (review.verdict === 'rejected') return { ...file, outcome: 'rejected' };
  if (review.verdict === 'doubtful')
    return { ...file, outcome: 'doubtful', reason: doubts[review.doubt ?? ''] ?? null };
  const paidTotal = readAmount(review.paid_total);
  return { ...file, outcome: 'accepted', paidTotal, evidence: readEvidence(review.evidence) };
};
