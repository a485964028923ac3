import { decimal, zero } from '#platform/money';
import type { Provider } from '../port.ts';
import { renderDocument } from './sandbox-document.ts';
import { evidenceOf } from './sandbox-evidence.ts';
import type { SandboxNeeds } from './sandbox-needs.ts';
import type { PlacedOrder } from './sandbox-orders.ts';
import { scenarioOf } from './sandbox-scenarios.ts';

const isPaid = (order: PlacedOrder | null): order is PlacedOrder & { due_since: Date } =>
  order?.state === 'paid' && order.due_since !== null;

/** The review of receipts, and what proves transfers. Only payouts have documents: a payment's is the payer's own. */
export const createSandboxReceipts = (
  needs: SandboxNeeds,
): Pick<Provider, 'submitReceipt' | 'fetchEvidence' | 'fetchDocument'> => ({
  submitReceipt: async ({ attempt, fileId }) => {
    const order = await needs.orders.find(attempt);
    const reviewMs =
      order && scenarioOf({ amount: decimal(order.amount), currency: 'RUB' }, 'payment').delays?.reviewedAfterMs;
    if (!reviewMs) return { outcome: 'unknown' };
    await needs.orders.review(attempt, fileId, Math.round(reviewMs / needs.speed));
    return { outcome: 'taken' };
  },
  fetchEvidence: async (attempt) => {
    const order = await needs.orders.find(attempt);
    if (!isPaid(order)) return { outcome: 'unknown' };
    const documentId = order.type === 'payout' ? attempt.attemptId : undefined;
    return { outcome: 'found', evidence: evidenceOf(order, decimal(order.paid_amount), documentId) };
  },
  fetchDocument: async (attempt, documentId) => {
    const order = await needs.orders.find(attempt);
    if (!isPaid(order) || documentId !== attempt.attemptId || decimal(order.paid_amount).eq(zero)) {
      return { outcome: 'not_found' };
    }
    const content = renderDocument([
      'Turnpike sandbox',
      'Transfer completed. No money was moved: this is a test.',
      `Reference: ${attempt.attemptId}`,
      `Amount: ${order.paid_amount}`,
      `Time: ${order.due_since.toISOString()}`,
    ]);
    return { outcome: 'found', content };
  },
});
