import type { PaymentsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { PaymentLink } from '#features/checkout';
import type { CreateRequest, Operation } from '#features/operations';
import { toCreateRequest } from './create-request.ts';
import { toWireOperation } from './operation.ts';

export type PaymentsFeature = {
  readonly createPayment: (caller: Caller, request: CreateRequest) => Promise<Operation>;
  readonly createPaymentLink: (caller: Caller, request: CreateRequest) => Promise<PaymentLink>;
};

export const v1Payments = ({ createPayment, createPaymentLink }: PaymentsFeature) =>
  ({
    createPayment: async ({ body }, caller) => ({
      status: 200,
      body: toWireOperation(await createPayment(caller, toCreateRequest('payment', body))),
    }),
    createPaymentLink: async ({ body }, caller) => {
      const { operation, paymentUrl } = await createPaymentLink(caller, toCreateRequest('payment', body));
      return { status: 200, body: { ...toWireOperation(operation), payment_url: paymentUrl } };
    },
  }) satisfies Pick<PaymentsHandlers<Caller>, 'createPayment' | 'createPaymentLink'>;
