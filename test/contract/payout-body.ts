import { randomUUID } from 'node:crypto';

export const cardNumber = '2200000000000004';
export const phoneNumber = '+79001234567';

/** A payout that is accepted and never decided, so that nothing moves by itself after it was sent. */
export const payoutBody = <Changes extends Readonly<Record<string, unknown>>>(changes?: Changes) => ({
  merchant_operation_id: `payout-${randomUUID()}`,
  client_id: 'client-1',
  method: 'WT_RUB_C2C',
  amount: '1000.58',
  currency: 'RUB',
  number: cardNumber,
  ...changes,
});

/** What of the body must change for the phone rail. */
export const toPhone = { method: 'WT_RUB_PHONE', number: phoneNumber, bankname: 'sber' } as const;
