import { decimal } from '#platform/money';
import type { SandboxNeeds } from './sandbox-provider.ts';
import type { DueOrder } from './sandbox-orders.ts';

const payOne = async (needs: Pick<SandboxNeeds, 'orders' | 'report'>, order: DueOrder): Promise<void> => {
  const attempt = { shopId: order.shop_id, attemptId: order.attempt_id };
  const paidTotal = decimal(order.paid_amount);
  await needs.report({
    attempt,
    state: 'paid',
    paidTotal,
    evidence: [{ amount: paidTotal, completedAt: order.paid_at }],
  });
  await needs.orders.markReported(attempt);
};

/** Lets the payers pay whose time has come, and reports it; a report that fails is repeated a few seconds later. */
export const payDueOrders = async (needs: Pick<SandboxNeeds, 'orders' | 'report'>): Promise<void> => {
  const due = await needs.orders.claimDue();
  const results = await Promise.allSettled(due.map((order) => payOne(needs, order)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
