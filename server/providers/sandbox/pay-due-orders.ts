import { decimal } from '#platform/money';
import type { AttemptRef } from '../port.ts';
import type { SandboxNeeds } from './sandbox-needs.ts';
import type { DueOrder } from './sandbox-orders.ts';
import { evidenceOf } from './sandbox-evidence.ts';
import { payoutFactOf } from './sandbox-payouts.ts';

type Needs = Pick<SandboxNeeds, 'orders' | 'report' | 'reportPayout' | 'reportReceipt'>;

const mostAtOnce = 100;

const reportPayment = (needs: Needs, order: DueOrder): Promise<unknown> => {
  const paidTotal = decimal(order.paid_amount);
  const attempt = { shopId: order.shop_id, attemptId: order.attempt_id };
  return needs.report({ attempt, state: 'paid', paidTotal, evidence: evidenceOf(order, paidTotal) });
};

const reportReceipt = (needs: Needs, order: DueOrder, fileId: string): Promise<unknown> => {
  const attempt = { shopId: order.shop_id, attemptId: order.attempt_id };
  const { receipt_verdict: finding } = order;
  if (finding !== 'accepted') return needs.reportReceipt({ attempt, fileId, outcome: 'doubtful', reason: finding });
  const paidTotal = decimal(order.paid_amount);
  return needs.reportReceipt({
    attempt,
    fileId,
    outcome: 'accepted',
    paidTotal,
    evidence: evidenceOf(order, paidTotal),
  });
};

const reportDue = (needs: Needs, order: DueOrder, attempt: AttemptRef): Promise<unknown> => {
  if (order.type === 'payout') return needs.reportPayout(payoutFactOf(attempt, order));
  if (order.receipt_file_id !== null) return reportReceipt(needs, order, order.receipt_file_id);
  return reportPayment(needs, order);
};

const reportOne = async (needs: Needs, order: DueOrder): Promise<void> => {
  if (order.is_silent) return;
  const attempt = { shopId: order.shop_id, attemptId: order.attempt_id };
  await reportDue(needs, order, attempt);
  await needs.orders.markReported(order);
};

/**
 * Lets happen what is due, and reports it; a report that fails is repeated a few seconds later. True when there may be
 * more to do at once.
 */
export const payDueOrders = async (needs: Needs): Promise<boolean> => {
  const due = await needs.orders.claimDue(mostAtOnce);
  const results = await Promise.allSettled(due.rows.map((order) => reportOne(needs, order)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return due.isMore;
};
