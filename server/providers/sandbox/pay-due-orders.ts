import { decimal } from '#platform/money';
import type { SandboxNeeds } from './sandbox-needs.ts';
import type { DueOrder } from './sandbox-orders.ts';
import { payoutFactOf } from './sandbox-payouts.ts';

type Needs = Pick<SandboxNeeds, 'orders' | 'report' | 'reportPayout'>;

const mostAtOnce = 100;

const reportPayment = (needs: Needs, order: DueOrder): Promise<unknown> => {
  const paidTotal = decimal(order.paid_amount);
  return needs.report({
    attempt: { shopId: order.shop_id, attemptId: order.attempt_id },
    state: 'paid',
    paidTotal,
    evidence: [{ amount: paidTotal, completedAt: order.due_since }],
  });
};

const reportOne = async (needs: Needs, order: DueOrder): Promise<void> => {
  if (order.is_silent) return;
  const attempt = { shopId: order.shop_id, attemptId: order.attempt_id };
  await (order.type === 'payment' ? reportPayment(needs, order) : needs.reportPayout(payoutFactOf(attempt, order)));
  await needs.orders.markReported(attempt);
};

/**
 * Lets happen what is due, and reports it; a report that fails is repeated a few seconds later. True when there may be
 * more to do at once.
 */
export const payDueOrders = async (needs: Needs): Promise<boolean> => {
  const due = await needs.orders.claimDue(mostAtOnce);
  const results = await Promise.allSettled(due.map((order) => reportOne(needs, order)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return due.length === mostAtOnce;
};
