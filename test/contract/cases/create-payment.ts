import { expect } from '@jest/globals';
import { isUuid } from '#platform/ids';
import { call, post, problemOf } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { createBesideHeldOne } from '../held-create.ts';
import { paymentBody } from '../payment-body.ts';
import { askFor, refusalsOfCreate } from './creates.ts';

const path = '/v1/payment';
const operationId = 'createPayment';
const creating = { operationId, path, bodyOf: paymentBody } as const;
const create = askFor(creating);

const accepted: readonly ContractCase[] = [
  { method: 'WT_RUB_C2C', amount: '1000.58', when: 'the first provider accepts a payment to a card' },
  { method: 'WT_RUB_PHONE', amount: '1000.58', when: 'the first provider accepts a payment to a phone' },
  { method: 'WT_RUB_C2C', amount: '1000.52', when: 'the second provider accepts' },
  { method: 'WT_RUB_C2C', amount: '999999999.99', when: 'the amount is the largest' },
  { method: 'WT_RUB_C2C', amount: '0.01', when: 'the amount is the smallest' },
].map(({ method, amount, when }) => ({
  operationId,
  status: 200,
  code: null,
  when,
  ask: ({ url, shop }) => create(url, shop.apiKey, { method, amount }),
  check: ({ body }) =>
    expect(body).toMatchObject({
      type: 'payment',
      status: 'pending',
      method,
      expected_amount: amount,
      currency: 'RUB',
    }),
}));

const refused: readonly ContractCase[] = [
  ...refusalsOfCreate(creating, [], { method: 'WT_RUB_PHONE' }),
  {
    operationId,
    status: 412,
    code: 'identifier_reused',
    when: 'the identifier was used with another body',
    ask: async ({ url, shop }) => {
      const body = paymentBody();
      const { body: first } = await call(url, post(path, body), shop.apiKey);
      const again = await call(url, post(path, { ...body, client_id: 'client-2' }), shop.apiKey);
      expect(problemOf(again).operation_id).toBe((first as { operation_id: string }).operation_id);
      return again;
    },
    check: (answer) => expect(isUuid(problemOf(answer).operation_id ?? '')).toBe(true),
  },
  {
    operationId,
    status: 424,
    code: 'no_provider_accepted',
    when: 'every provider declines',
    ask: ({ url, shop }) => create(url, shop.apiKey, { amount: '1000.51' }),
  },
  {
    operationId,
    status: 424,
    code: 'no_provider_accepted',
    when: 'the provider answers too late',
    ask: ({ impatientUrl, shop }) => create(impatientUrl, shop.apiKey, { amount: '1000.53' }),
  },
  {
    operationId,
    status: 503,
    code: 'create_in_progress',
    when: 'an equal create is still undecided at its own deadline',
    ask: (harness) => createBesideHeldOne(harness, path, paymentBody()),
  },
];

export const createPaymentCases: readonly ContractCase[] = [
  ...accepted,
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop settles in another currency',
    ask: ({ url, convertingShop }) => create(url, convertingShop.apiKey),
    check: ({ body }) =>
      expect(body).toMatchObject({
        fx_source: 'sandbox',
        fx_rate: '0.012500',
        // 1000.58 × 0.0125 = 12.50725, of which 3 % are 0.3752175.
        settlement_amount: '12.132032',
        settlement_currency: 'USDT',
        commission_amount: '0.375218',
      }),
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'it was cancelled before',
    ask: async ({ url, convertingShop }) => {
      const body = paymentBody();
      const lookup = { merchant_operation_id: body.merchant_operation_id };
      await call(url, post('/v1/cancel_operation', lookup), convertingShop.apiKey);
      return call(url, post(path, body), convertingShop.apiKey);
    },
    check: ({ body }) => {
      expect(body).toMatchObject({
        type: 'payment',
        status: 'cancelled',
        cancel_reason: 'merchant',
        expected_amount: '1000.58',
        actual_amount: '0.00',
        settlement_amount: '0.000000',
        commission_amount: '0.000000',
        external_confirmation: { required: false, methods: [] },
      });
      // No provider and no route was ever chosen for it.
      const absent = ['number', 'name', 'bankname', 'fx_source', 'fx_rate'];
      for (const detail of absent) expect(body).not.toHaveProperty(detail);
    },
  },
  ...refused,
];
