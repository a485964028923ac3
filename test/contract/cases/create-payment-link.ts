import { expect } from '@jest/globals';
import type { components } from '../documents.ts';
import { call, post, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { createBesideHeldOne } from '../held-create.ts';
import { paymentBody } from '../payment-body.ts';
import type { Harness } from '../harness.ts';
import { refusalsOfCreate } from './creates.ts';

const path = '/v1/payment/link';
const operationId = 'createPaymentLink';

type LinkedPayment = components['schemas']['PaymentLinkOperation'];

const create = ({ url, shop }: Harness, changes?: Readonly<Record<string, unknown>>): Promise<Answer> =>
  call(url, post(path, paymentBody(changes)), shop.apiKey);

const linked = ({ body }: Answer): LinkedPayment => body as LinkedPayment;

/** The page is there, at the address that was given. */
const expectPage = async (answer: Answer): Promise<Answer> => {
  const { payment_url: address, operation_id: id } = linked(answer);
  expect(address.endsWith(`/pay/${id}`)).toBe(true);
  const page = await fetch(address);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return answer;
};

const withoutPage = ({ payment_url: _address, ...operation }: LinkedPayment) => operation;

const answered: readonly ContractCase[] = [
  {
    operationId,
    status: 200,
    code: null,
    when: 'a provider accepts the payment',
    ask: async (harness) => expectPage(await create(harness)),
    check: ({ body }) => expect(body).toMatchObject({ type: 'payment', status: 'pending', expected_amount: '1000.58' }),
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'the route requires a receipt',
    ask: async (harness) => expectPage(await create(harness, { amount: '1000.54' })),
    check: ({ body }) => expect(body).toMatchObject({ status: 'awaiting_confirmation' }),
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'the payment was created without a page',
    ask: async ({ url, shop }) => {
      const body = paymentBody();
      const first = await call(url, post('/v1/payment', body), shop.apiKey);
      expect(first.body).not.toHaveProperty('payment_url');
      const second = await call(url, post(path, body), shop.apiKey);
      expect(withoutPage(linked(second))).toEqual(first.body);
      // The other way round as well: it is one operation.
      expect((await call(url, post('/v1/payment', body), shop.apiKey)).body).toEqual(first.body);
      return expectPage(second);
    },
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'it was cancelled before',
    ask: async ({ url, shop }) => {
      const body = paymentBody();
      await call(url, post('/v1/cancel_operation', { merchant_operation_id: body.merchant_operation_id }), shop.apiKey);
      return expectPage(await call(url, post(path, body), shop.apiKey));
    },
    check: ({ body }) => {
      expect(body).toMatchObject({ status: 'cancelled', cancel_reason: 'merchant', actual_amount: '0.00' });
      for (const detail of ['number', 'name', 'bankname']) expect(body).not.toHaveProperty(detail);
    },
  },
];

const refused: readonly ContractCase[] = [
  ...refusalsOfCreate({ operationId, path, bodyOf: paymentBody }, [], { method: 'WT_RUB_PHONE' }),
  {
    operationId,
    status: 412,
    code: 'identifier_reused',
    when: 'the identifier was used with another body',
    ask: async ({ url, shop }) => {
      const body = paymentBody();
      await call(url, post('/v1/payment', body), shop.apiKey);
      return call(url, post(path, { ...body, client_id: 'client-2' }), shop.apiKey);
    },
  },
  {
    operationId,
    status: 424,
    code: 'no_provider_accepted',
    when: 'every provider declines',
    ask: (harness) => create(harness, { amount: '1000.51' }),
  },
  {
    operationId,
    status: 503,
    code: 'create_in_progress',
    when: 'an equal create is still undecided at its own deadline',
    ask: (harness) => createBesideHeldOne(harness, path, paymentBody()),
  },
];

export const createPaymentLinkCases: readonly ContractCase[] = [...answered, ...refused];
