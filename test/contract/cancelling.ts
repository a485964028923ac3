import { confirm, receiptOf, type AwaitingPayment } from './awaiting-receipt.ts';
import { call, post, type Answer } from './call.ts';
import { paymentBody } from './payment-body.ts';
import type { Harness } from './harness.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Named = { readonly operationId: string; readonly identifier: string };

export const cancel = (url: string, apiKey: string, command: Fields): Promise<Answer> =>
  call(url, post('/v1/cancel_operation', command), apiKey);

export const decidedIdOf = ({ body }: Answer): string =>
  (body as { operation: { operation_id: string } }).operation.operation_id;

/** The ways to name an operation in a command or a read. */
export const namings = {
  operation_id: ({ operationId }: Named) => ({ operation_id: operationId }),
  merchant_operation_id: ({ identifier }: Named) => ({ merchant_operation_id: identifier }),
} as const;

export const bothNamings = Object.keys(namings) as (keyof typeof namings)[];

/** A payment of the harness's shop that is not paid. */
export const createPending = async ({ url, shop }: Harness): Promise<Named> => {
  const body = paymentBody();
  const created = await call(url, post('/v1/payment', body), shop.apiKey);
  if (created.status !== 200) throw new Error(`The payment was not created: ${created.text}`);
  const { operation_id: operationId } = created.body as { operation_id: string };
  return { operationId, identifier: body.merchant_operation_id };
};

export const rowOf = ({ testDatabase }: Harness, { operationId }: Named) =>
  testDatabase.database('operations').where({ operation_id: operationId });

const createUploaded = async (
  { url, shop }: Harness,
  amount: string,
  receiptFor: (payment: AwaitingPayment) => string | Uint8Array,
): Promise<Named> => {
  const body = paymentBody({ amount });
  const created = await call(url, post('/v1/payment', body), shop.apiKey);
  const payment = created.body as AwaitingPayment;
  const { status, text } = await confirm(url, shop, payment.operation_id, receiptFor(payment));
  if (status !== 200) throw new Error(`The receipt was not taken: ${text}`);
  return { operationId: payment.operation_id, identifier: body.merchant_operation_id };
};

/** A payment whose receipt is under review, and from there goes on to a person. */
export const createReviewed = (harness: Harness): Promise<Named> => createUploaded(harness, '1000.55', receiptOf);

/** A payment whose receipt a person looks at, because it is no PDF. */
export const createInReview = (harness: Harness): Promise<Named> =>
  createUploaded(harness, '1000.54', ({ operation_id: operationId }) => `a photo of the screen ${operationId}`);
