import { call, post, type Answer } from './call.ts';
import { paymentBody } from './payment-body.ts';
import type { Stage } from './stage.ts';

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

/** A payment of the stage's shop that nobody pays. */
export const createPending = async ({ url, shop }: Stage): Promise<Named> => {
  const body = paymentBody();
  const created = await call(url, post('/v1/payment', body), shop.apiKey);
  if (created.status !== 200) throw new Error(`The payment was not created: ${created.text}`);
  const { operation_id: operationId } = created.body as { operation_id: string };
  return { operationId, identifier: body.merchant_operation_id };
};

export const rowOf = ({ testDatabase }: Stage, { operationId }: Named) =>
  testDatabase.database('operations').where({ operation_id: operationId });

/** A payment whose receipt a person looks at. Receipts come with a later entrance, so it is written as there. */
export const inReview = {
  status: 'manual_check',
  manual_check_reason: 'potential_fake',
  is_confirmation_required: true,
} as const;
