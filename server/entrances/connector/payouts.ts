import type { PayoutsHandlers } from '#generated/connector/handlers';
import { decimal } from '#platform/money';
import { withinTime } from './deadline.ts';
import { forEver, know, type ConnectorNeeds } from './needs.ts';
import { attemptOf, toWirePayout, type Known, type Payout } from './orders.ts';
import { placeOrder } from './place-order.ts';
import { ConnectorRefusal } from './refusals.ts';
import { toClient, toRail } from './told-order.ts';

/** What is known of a leg. Of some orders the bank tells nothing before it has carried them out. */
const tell = (known: Known): Payout => {
  const { placed } = known;
  if (placed?.is_silent && placed.state === 'accepted') throw new ConnectorRefusal('outcome_unknown');
  return toWirePayout(known);
};

export const connectorPayouts = (needs: ConnectorNeeds): PayoutsHandlers<void> => ({
  createPayout: withinTime(async ({ params, body }, deadline) => {
    const { attempt_id: attemptId } = params;
    const { number, name, bankname } = body.destination;
    const known = await placeOrder(needs, {
      direction: 'payout',
      attemptId,
      body,
      deadline,
      send: (sandbox) =>
        sandbox.createPayout(
          {
            attempt: attemptOf(attemptId),
            amount: { amount: decimal(body.amount), currency: body.currency },
            method: body.method,
            rail: toRail(body.rail),
            number,
            name,
            bankname: bankname ?? null,
            ...toClient(body.client),
            payout: { ...body.payout, amount: decimal(body.payout.amount) },
          },
          forEver,
        ),
    });
    return { status: 200, body: tell(known) };
  }),
  lookUpPayout: withinTime(async ({ params }) => ({
    status: 200,
    body: tell(await know(needs, params.attempt_id)),
  })),
});
