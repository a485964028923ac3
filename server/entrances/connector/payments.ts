import type { PaymentsHandlers } from '#generated/connector/handlers';
import { decimal } from '#platform/money';
import { unfitPlace } from '../http/unfit-request.ts';
import { withinTime } from './deadline.ts';
import { forEver, know, type ConnectorNeeds } from './needs.ts';
import { attemptOf, toWirePayment } from './orders.ts';
import { placeOrder } from './place-order.ts';
import { toClient, toRail } from './told-order.ts';

type Handled = Pick<PaymentsHandlers<void>, 'createPayment' | 'lookUpPayment' | 'voidPayment'>;

export const connectorPayments = (needs: ConnectorNeeds): Handled => ({
  createPayment: withinTime(async ({ params, body }, deadline) => {
    const { attempt_id: attemptId } = params;
    const known = await placeOrder(needs, {
      direction: 'payment',
      attemptId,
      body,
      deadline,
      send: (sandbox) =>
        sandbox.createPayment(
          {
            attempt: attemptOf(attemptId),
            amount: { amount: decimal(body.amount), currency: body.currency },
            method: body.method,
            rail: toRail(body.rail),
            ...toClient(body.client),
          },
          forEver,
        ),
    });
    return { status: 200, body: toWirePayment(known) };
  }),
  lookUpPayment: withinTime(async ({ params }) => ({
    status: 200,
    body: toWirePayment(await know(needs, params.attempt_id)),
  })),
  voidPayment: withinTime(async ({ params }, { begin }) => {
    const { attempt_id: attemptId } = params;
    const { entry } = await know(needs, attemptId);
    // Payments and payouts share their names, and only a payment can be voided.
    if (entry?.direction === 'payout') throw unfitPlace('/params/attempt_id', 'forbidden', {});
    begin();
    await needs.orders.void(attemptOf(attemptId), needs.providerId);
    return { status: 200, body: toWirePayment(await know(needs, attemptId)) };
  }),
});
