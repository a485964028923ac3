import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { call, post, postText, problemOf, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { cancel } from '../cancelling.ts';
import { paymentBody } from '../payment-body.ts';
import { payoutBody, toPhone } from '../payout-body.ts';
import type { Harness } from '../harness.ts';

const path = '/v1/get_operation_state';
const operationId = 'getOperationState';

const read = (url: string, apiKey: string, lookup: Readonly<Record<string, unknown>>): Promise<Answer> =>
  call(url, post(path, lookup), apiKey);

const createdOf = async ({ url, shop }: Harness) => {
  const body = paymentBody();
  const created = await call(url, post('/v1/payment', body), shop.apiKey);
  return { identifier: body.merchant_operation_id, operation: created.body as { operation_id: string } };
};

const found: readonly ContractCase[] = (['operation_id', 'merchant_operation_id'] as const).map((by) => ({
  operationId,
  status: 200,
  code: null,
  when: `the operation is named by ${by}`,
  ask: async (harness) => {
    const { identifier, operation } = await createdOf(harness);
    const lookup = by === 'operation_id' ? { [by]: operation.operation_id } : { [by]: identifier };
    const state = await read(harness.url, harness.shop.apiKey, lookup);
    expect(state.body).toEqual({ ...operation, receipt_evidence_status: 'not_ready', receipts: [] });
    return state;
  },
}));

const invalid: readonly ContractCase[] = [
  { when: 'no identifier is sent', lookup: {}, at: '/body', code: 'one_of' },
  {
    when: 'both identifiers are sent',
    lookup: { operation_id: randomUUID(), merchant_operation_id: 'order-1' },
    at: '/body',
    code: 'one_of',
  },
  {
    when: 'the operation_id is not a UUID',
    lookup: { operation_id: 'order-1' },
    at: '/body/operation_id',
    code: 'pattern',
  },
].map(({ when, lookup, at, code }) => ({
  operationId,
  status: 400,
  code: 'invalid_request',
  when,
  ask: ({ url, shop }) => read(url, shop.apiKey, lookup),
  check: (answer) => expect(problemOf(answer).errors).toContainEqual(expect.objectContaining({ path: at, code })),
}));

/** What only the provider's evidence is missing of. */
const withoutEvidence: ContractCase = {
  operationId,
  status: 503,
  code: 'evidence_unavailable',
  when: 'its receipts cannot be had just now',
  ask: async (harness) => {
    const { url, shop, testDatabase } = harness;
    const { identifier, operation } = await createdOf(harness);
    await cancel(url, shop.apiKey, { merchant_operation_id: identifier });
    await testDatabase
      .database('operations')
      .where({ operation_id: operation.operation_id })
      .update({ is_evidence_pending: true });
    const answer = await read(url, shop.apiKey, { operation_id: operation.operation_id });
    expect(problemOf(answer)).toMatchObject({
      operation_id: operation.operation_id,
      merchant_operation_id: identifier,
      operation_status: 'cancelled',
    });
    const state = await read(url, shop.apiKey, { merchant_operation_id: identifier });
    expect(state).toMatchObject({ status: 200, body: { status: 'cancelled', receipt_evidence_status: 'unavailable' } });
    return answer;
  },
};

export const getOperationStateCases: readonly ContractCase[] = [
  ...found,
  withoutEvidence,
  {
    operationId,
    status: 200,
    code: null,
    when: 'the operation is a payout',
    ask: async ({ url, shop }) => {
      const body = payoutBody(toPhone);
      const created = await call(url, post('/v1/payout', body), shop.apiKey);
      const state = await read(url, shop.apiKey, { merchant_operation_id: body.merchant_operation_id });
      expect(state.body).toEqual({ ...(created.body as object), receipt_evidence_status: 'not_ready', receipts: [] });
      return state;
    },
  },
  ...invalid,
  {
    operationId,
    status: 400,
    code: 'invalid_request',
    when: 'the body is not JSON',
    ask: ({ url, shop }) => call(url, postText(path, 'operation_id=1'), shop.apiKey),
  },
  {
    operationId,
    status: 404,
    code: 'operation_not_found',
    when: 'there is no such operation',
    ask: ({ url, shop }) => read(url, shop.apiKey, { operation_id: randomUUID() }),
  },
  {
    operationId,
    status: 404,
    code: 'operation_not_found',
    when: 'its create was rejected',
    ask: async ({ url, shop }) => {
      const body = paymentBody({ amount: '1000.51' });
      await call(url, post('/v1/payment', body), shop.apiKey);
      return read(url, shop.apiKey, { merchant_operation_id: body.merchant_operation_id });
    },
  },
  {
    operationId,
    status: 404,
    code: 'operation_not_found',
    when: 'the balance did not cover it',
    ask: async ({ url, pennilessShop }) => {
      const body = payoutBody();
      await call(url, post('/v1/payout', body), pennilessShop.apiKey);
      return read(url, pennilessShop.apiKey, { merchant_operation_id: body.merchant_operation_id });
    },
  },
];
