import { builtRoutes, type BuiltOperation } from './built-operations.ts';
import { codesOf, responsesOf } from './document.ts';
import { paymentBody } from './payment-body.ts';

type Body = Readonly<Record<string, unknown>>;

type CreatingRequests = {
  readonly bodyOf: () => Body;
  /** For each documented field but the identifier a value that no body of `bodyOf` has. */
  readonly otherValues: Body;
  /** What of the body must change for every provider to decline. */
  readonly declined: Body;
};

/** An operation creates when its identifier can be taken. */
export const creatingOperations: readonly BuiltOperation[] = builtRoutes
  .map(({ operationId }) => operationId)
  .filter((operationId) =>
    [...responsesOf(operationId).values()].some((response) => codesOf(response).includes('identifier_reused')),
  );

export const creatingRequests: Readonly<Partial<Record<BuiltOperation, CreatingRequests>>> = {
  createPayment: {
    bodyOf: paymentBody,
    otherValues: {
      client_id: 'client-2',
      client_ip: '203.0.113.24',
      method: 'WT_RUB_PHONE',
      amount: '1000.59',
      currency: 'USD',
      number: '2200000000000004',
      name: 'IVAN PETROV',
      bankname: 'sber',
    },
    declined: { amount: '1000.51' },
  },
};
