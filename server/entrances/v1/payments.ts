import type { components } from '#generated/v1/types';
import type { PaymentsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { Operation } from '#features/operations';
import { fingerprintOf, type PaymentRequest } from '#features/payments';
import { decimal } from '#platform/money';
import { toWireOperation } from './operation.ts';

export type PaymentsFeature = {
  readonly createPayment: (caller: Caller, request: PaymentRequest) => Promise<Operation>;
};

type CreateBody = components['schemas']['CreatePaymentRequest'];

const toRequest = (body: CreateBody): PaymentRequest => {
  const amount = { amount: decimal(body.amount), currency: body.currency };
  const known = {
    merchant_operation_id: body.merchant_operation_id,
    client_id: body.client_id,
    client_ip: body.client_ip ?? null,
    method: body.method,
    number: body.number ?? null,
    name: body.name ?? null,
    bankname: body.bankname ?? null,
  };
  return {
    api: 'v1',
    merchantOperationId: body.merchant_operation_id,
    clientId: body.client_id,
    clientIp: body.client_ip ?? null,
    method: body.method,
    amount,
    fingerprint: fingerprintOf('payment', known, amount),
  };
};

export const v1Payments = ({ createPayment }: PaymentsFeature) =>
  ({
    createPayment: async ({ body }, caller) => ({
      status: 200,
      body: toWireOperation(await createPayment(caller, toRequest(body))),
    }),
  }) satisfies Pick<PaymentsHandlers<Caller>, 'createPayment'>;
