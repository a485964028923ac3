import { builtRoutes, type BuiltOperation } from './built-operations.ts';
import { codesOf, responsesOf } from './document.ts';
import { paymentBody } from './payment-body.ts';
import { payoutBody, toPhone } from './payout-body.ts';

type Body = Readonly<Record<string, unknown>>;

export type CreatingRequests = {
  readonly bodyOf: (changes?: Body) => Body;
  /** For each documented field but the identifier a value that no body of `bodyOf` has. */
  readonly otherValues: Body;
  /** What of the body must change for a well-formed create to be rejected, and how it is. */
  readonly rejected: { readonly changes: Body; readonly status: number };
  /** What of the body must change for the method that the harness's shop of cards has no tariff for. */
  readonly untariffed: Body;
};

/** An operation creates when its identifier can be taken. */
export const creatingOperations: readonly BuiltOperation[] = builtRoutes
  .map(({ operationId }) => operationId)
  .filter((operationId) =>
    [...responsesOf(operationId).values()].some((response) => codesOf(response).includes('identifier_reused')),
  );

const otherValues: Body = {
  client_id: 'client-2',
  client_ip: '203.0.113.24',
  method: 'WT_RUB_PHONE',
  amount: '1000.59',
  currency: 'USD',
  number: '2200000000005219',
  name: 'IVAN PETROV',
  bankname: 'sber',
  return_url: 'https://shop.example/orders/2',
  description: 'Order 2',
  metadata: { order: '2' },
};

const payment: CreatingRequests = {
  bodyOf: paymentBody,
  otherValues,
  rejected: { changes: { amount: '1000.51' }, status: 424 },
  untariffed: { method: 'WT_RUB_PHONE' },
};

export const creatingRequests: Readonly<Partial<Record<BuiltOperation, CreatingRequests>>> = {
  createPayment: payment,
  createPaymentLink: payment,
  createPayout: {
    bodyOf: payoutBody,
    otherValues,
    rejected: { changes: { amount: '999999999.99' }, status: 412 },
    untariffed: toPhone,
  },
};
