import type { PaymentsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { Operation } from '#features/operations';
import type { Upload } from '#features/receipts';
import { toWireOperation } from './operation.ts';

export type ReceiptsFeature = {
  readonly confirmPayment: (
    caller: Caller,
    request: { readonly operationId: string; readonly upload: Upload },
  ) => Promise<Operation>;
};

export const v1Receipts = ({ confirmPayment }: ReceiptsFeature) =>
  ({
    confirmPayment: async ({ body }, caller) => ({
      status: 200,
      body: toWireOperation(await confirmPayment(caller, { operationId: body.operation_id, upload: body.receipt })),
    }),
  }) satisfies Pick<PaymentsHandlers<Caller>, 'confirmPayment'>;
