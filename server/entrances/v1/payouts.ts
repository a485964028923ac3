import type { components } from '#generated/v1/types';
import type { PayoutsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { Operation } from '#features/operations';
import type { PayoutRequest } from '#features/payouts';
import { toCreateRequest } from './create-request.ts';
import { toWireOperation } from './operation.ts';

export type PayoutsFeature = {
  readonly createPayout: (caller: Caller, request: PayoutRequest) => Promise<Operation>;
};

const toRequest = (body: components['schemas']['CreatePayoutRequest']): PayoutRequest => ({
  ...toCreateRequest('payout', body),
  number: body.number ?? null,
  name: body.name ?? null,
  bankname: body.bankname ?? null,
});

export const v1Payouts = ({ createPayout }: PayoutsFeature) =>
  ({
    createPayout: async ({ body }, caller) => ({
      status: 200,
      body: toWireOperation(await createPayout(caller, toRequest(body))),
    }),
  }) satisfies PayoutsHandlers<Caller>;
