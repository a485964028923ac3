import type { components } from '#generated/connector/types';
import type { PaymentsHandlers } from '#generated/connector/handlers';
import { decimal } from '#platform/money';
import type { ReceiptVerdict } from '#providers';
import { evidenceOf } from '#providers/sandbox';
import { withinTime } from './deadline.ts';
import { forEver, know, type ConnectorNeeds } from './needs.ts';
import { attemptOf, toWireEvidence, type Known } from './orders.ts';
import { ConnectorRefusal } from './refusals.ts';

type Review = components['schemas']['Review'];

/** A verdict in the form in which answers and callbacks tell it. */
export const toWireReview = (verdict: ReceiptVerdict, currency: string): Review => {
  const named = { attempt_id: verdict.attempt.attemptId, file_id: verdict.fileId };
  if (verdict.outcome === 'rejected') return { ...named, verdict: 'rejected' };
  if (verdict.outcome === 'doubtful') {
    return { ...named, verdict: 'doubtful', ...(verdict.reason !== null && { doubt: verdict.reason }) };
  }
  const { paidTotal, evidence } = verdict;
  const totals = { currency, paid_total: paidTotal.toFixed(2), evidence: toWireEvidence(evidence) };
  return { ...named, verdict: 'accepted', ...totals };
};

/** What the review of the order's file has found by now; null while it is under way. */
const verdictOf = ({ attemptId, placed }: Known, fileId: string): ReceiptVerdict | null => {
  const finding = placed?.receipt_verdict ?? null;
  if (placed === null || finding === null || placed.due_since === null) return null;
  const about = { attempt: attemptOf(attemptId), fileId };
  if (finding !== 'accepted') return { ...about, outcome: 'doubtful', reason: finding };
  const paidTotal = decimal(placed.paid_amount);
  return { ...about, outcome: 'accepted', paidTotal, evidence: evidenceOf(placed, paidTotal) };
};

const takesReceipts = ({ placed }: Known): boolean =>
  placed !== null && placed.receipt_verdict !== null && (placed.state === 'accepted' || placed.state === 'paid');

export const connectorReceipts = (needs: ConnectorNeeds): Pick<PaymentsHandlers<void>, 'submitReceipt'> => ({
  submitReceipt: withinTime(async ({ params, body }, { begin }) => {
    const { attempt_id: attemptId, file_id: fileId } = params;
    const known = await know(needs, attemptId);
    if (known.entry === null || known.entry.direction === 'payout') throw new ConnectorRefusal('attempt_not_found');
    if (!takesReceipts(known)) throw new ConnectorRefusal('receipt_not_expected');
    const lastFileId = await needs.book.findFile(known.attemptId);
    if (lastFileId !== fileId) {
      begin();
      if (lastFileId !== null) await needs.book.forgetFinding(known.attemptId);
      const content = await body.receipt.read();
      const receipt = { attempt: attemptOf(attemptId), fileId, content };
      const { outcome } = await needs.sandboxOver(needs.orders).submitReceipt(receipt, forEver);
      if (outcome === 'unknown') throw new ConnectorRefusal('receipt_not_expected');
      return { status: 200, body: { attempt_id: attemptId, file_id: fileId, verdict: 'pending' } };
    }
    const verdict = verdictOf(known, fileId);
    const review: Review =
      verdict === null
        ? { attempt_id: attemptId, file_id: fileId, verdict: 'pending' }
        : toWireReview(verdict, known.entry.currency);
    return { status: 200, body: review };
  }),
});
