import type { PayOutHandlers } from '#generated/h2h/handlers';
import type { Caller } from '#features/access';
import type { Operation } from '#features/operations';
import type { PayoutRequest } from '#features/payouts';
import type { Currency } from '#platform/money';
import { toCreateRequest } from './create-request.ts';
import { inEnvelope } from './envelope.ts';
import { toWireOperation } from './operation.ts';

export type PayOutsFeature = {
  readonly payoutCurrency: (caller: Caller, method: string) => Promise<Currency>;
  readonly createPayout: (caller: Caller, request: PayoutRequest) => Promise<Operation>;
};

export const h2hPayOuts = ({ payoutCurrency, createPayout }: PayOutsFeature) =>
  ({
    createPayOut: async ({ body, headers, requestId }, caller) => {
      const currency = await payoutCurrency(caller, body.paymentMethod);
      const request = {
        ...toCreateRequest('payout', { body, idempotencyKey: headers['idempotency-key'], currency }),
        number: body.number,
        name: body.nameMediator ?? null,
        bankname: body.bankName,
      };
      return { status: 200, body: inEnvelope(requestId, toWireOperation(await createPayout(caller, request)), 0) };
    },
  }) satisfies PayOutHandlers<Caller>;
