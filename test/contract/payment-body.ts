import { randomUUID } from 'node:crypto';

export type PaymentBody = {
  readonly merchant_operation_id: string;
  readonly client_id: string;
  readonly method: string;
  readonly amount: string;
  readonly currency: string;
};

/** A create that is accepted and never paid, so that nothing moves by itself afterwards. */
export const paymentBody = <Changes extends Readonly<Record<string, unknown>>>(changes?: Changes) => ({
  merchant_operation_id: `order-${randomUUID()}`,
  client_id: 'client-1',
  method: 'WT_RUB_C2C',
  amount: '1000.58',
  currency: 'RUB',
  ...changes,
});
