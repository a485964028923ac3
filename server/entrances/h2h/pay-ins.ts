import type { PayInHandlers } from '#generated/h2h/handlers';
import type { Caller } from '#features/access';
import type { CreateRequest, Operation } from '#features/operations';
import type { Currency } from '#platform/money';
import { toCreateRequest } from './create-request.ts';
import { inEnvelope } from './envelope.ts';
import { toWireOperation } from './operation.ts';

export type PayInsFeature = {
  readonly paymentCurrency: (caller: Caller, method: string) => Promise<Currency>;
  readonly createPayment: (caller: Caller, request: CreateRequest) => Promise<Operation>;
};

export const h2hPayIns = ({ paymentCurrency, createPayment }: PayInsFeature) =>
  ({
    createPayIn: async ({ body, headers, requestId }, caller) => {
      const currency = await paymentCurrency(caller, body.paymentMethod);
      const request = toCreateRequest('payment', { body, idempotencyKey: headers['idempotency-key'], currency });
      return { status: 200, body: inEnvelope(requestId, toWireOperation(await createPayment(caller, request)), 0) };
    },
  }) satisfies PayInHandlers<Caller>;
