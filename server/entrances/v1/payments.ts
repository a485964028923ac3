import type { PaymentsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { CreateRequest, Operation } from '#features/operations';
import { toCreateRequest } from './create-request.ts';
import { toWireOperation } from './operation.ts';

export type PaymentsFeature = {
  readonly createPayment: (caller: Caller, request: CreateRequest) => Promise<Operation>;
};

export const v1Payments = ({ createPayment }: PaymentsFeature) =>
  ({
    createPayment: async ({ body }, caller) => ({
      status: 200,
      body: toWireOperation(await createPayment(caller, toCreateRequest('payment', body))),
    }),
  }) satisfies Pick<PaymentsHandlers<Caller>, 'createPayment'>;
