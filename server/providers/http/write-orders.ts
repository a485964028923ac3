import type { PaymentOrder, PayoutOrder } from '../port.ts';
import type { Wire } from './contract.ts';

type Clients = Pick<PaymentOrder, 'clientId' | 'clientIp' | 'clientPhone' | 'clientCreatedAt'>;

/** What is not there is left out: neither side sends null. */
const writeClient = ({ clientId, clientIp, clientPhone, clientCreatedAt }: Clients): Wire['Client'] => ({
  id: clientId,
  ...(clientIp !== null && { ip: clientIp }),
  ...(clientPhone !== null && { phone: clientPhone }),
  ...(clientCreatedAt !== null && { created_at: clientCreatedAt.toISOString() }),
});

export const writePaymentOrder = (order: PaymentOrder): Wire['PaymentOrder'] => ({
  shop_id: order.attempt.shopId,
  method: order.method,
  rail: order.rail,
  amount: order.amount.amount.toFixed(2),
  currency: order.amount.currency,
  client: writeClient(order),
});

export const writePayoutOrder = (order: PayoutOrder): Wire['PayoutOrder'] => ({
  shop_id: order.attempt.shopId,
  method: order.method,
  rail: order.rail,
  amount: order.amount.amount.toFixed(2),
  currency: order.amount.currency,
  destination: {
    number: order.number,
    name: order.name,
    ...(order.bankname !== null && { bankname: order.bankname }),
  },
  client: writeClient(order),
  payout: { amount: order.payout.amount.toFixed(2), leg: order.payout.leg, legs: order.payout.legs },
});
