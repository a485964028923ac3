import { expect } from '@jest/globals';
import { call, get, post, problemOf, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { paymentBody } from '../payment-body.ts';
import { payoutBody } from '../payout-body.ts';
import type { Harness } from '../harness.ts';

const operationId = 'listOperations';

type Page = { readonly items: readonly { readonly operation_id: string }[]; readonly next_cursor: string | null };
type Query = readonly [string, string][];

const list = (url: string, apiKey: string, query: Query = []): Promise<Answer> =>
  call(url, get(`/v1/operations?${new URLSearchParams([...query]).toString()}`), apiKey);

const pageOf = ({ body }: Answer): Page => body as Page;

const create = async ({ url, otherShop }: Harness, path: string, body: object): Promise<object> =>
  (await call(url, post(path, body), otherShop.apiKey)).body as object;

const shown: readonly ContractCase[] = [
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop has made a payment and a payout',
    ask: async (harness) => {
      const payment = await create(harness, '/v1/payment', paymentBody());
      const payout = await create(harness, '/v1/payout', payoutBody());
      const answer = await list(harness.url, harness.otherShop.apiKey, [['limit', '2']]);
      expect(pageOf(answer).items).toEqual([payout, payment]);
      return answer;
    },
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'a page ends before the list does, and the cursor goes on behind it',
    ask: async (harness) => {
      const [older, newer] = [
        await create(harness, '/v1/payment', paymentBody()),
        await create(harness, '/v1/payment', paymentBody()),
      ];
      const ask = (more: Query = []) =>
        list(harness.url, harness.otherShop.apiKey, [['limit', '1'], ['type', 'payment'], ...more]);
      const first = await ask();
      expect(pageOf(first).items).toEqual([newer]);
      const second = await ask([['cursor', pageOf(first).next_cursor ?? '']]);
      expect(pageOf(second).items).toEqual([older]);
      return second;
    },
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'all filters are given',
    ask: async (harness) => {
      const body = paymentBody();
      const payment = await create(harness, '/v1/payment', body);
      const answer = await list(harness.url, harness.otherShop.apiKey, [
        ['created_from', '2026-01-01T03:00:00+03:00'],
        ['created_before', '2999-01-01T00:00:00Z'],
        ['status', 'pending'],
        ['status', 'completed'],
        ['type', 'payment'],
        ['merchant_operation_id', body.merchant_operation_id],
      ]);
      expect(answer.body).toEqual({ items: [payment], next_cursor: null });
      return answer;
    },
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'colons and identifiers are not percent-encoded, which a URL allows',
    ask: async (harness) => {
      const path = '/v1/operations?created_from=2026-01-01T00:00:00Z&merchant_operation_id=no:such(order)@all';
      const answer = await call(harness.url, get(path), harness.shop.apiKey);
      expect(answer.body).toEqual({ items: [], next_cursor: null });
      return answer;
    },
  },
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop has none',
    ask: ({ url, routelessShop }) => list(url, routelessShop.apiKey),
    check: ({ body }) => expect(body).toEqual({ items: [], next_cursor: null }),
  },
];

const refused: readonly (readonly [string, Query, string])[] = [
  ['the limit is zero', [['limit', '0']], '/query/limit'],
  ['the limit is too large', [['limit', '501']], '/query/limit'],
  ['the limit is no whole number', [['limit', '1.5']], '/query/limit'],
  [
    'the limit is sent twice',
    [
      ['limit', '1'],
      ['limit', '2'],
    ],
    '/query/limit',
  ],
  [
    'a status is unknown',
    [
      ['status', 'pending'],
      ['status', 'rejected'],
    ],
    '/query/status/1',
  ],
  ['the type is unknown', [['type', 'refund']], '/query/type'],
  ['a time is a day', [['created_from', '2026-01-01']], '/query/created_from'],
  ['a time has no offset', [['created_before', '2026-01-01T00:00:00']], '/query/created_before'],
  ['a time is a second that no clock has', [['created_from', '2016-12-31T23:59:60Z']], '/query/created_from'],
  ['the identifier is empty', [['merchant_operation_id', '']], '/query/merchant_operation_id'],
  ['the cursor is empty', [['cursor', '']], '/query/cursor'],
  ['the cursor is garbled', [['cursor', 'AAABnEbeiK0BnEbe']], '/query/cursor'],
];

const withCursorOf = async ({ url, otherShop }: Harness, filters: Query): Promise<string> =>
  pageOf(await list(url, otherShop.apiKey, [...filters, ['limit', '1']])).next_cursor ?? 'there is no next page';

export const listOperationsCases: readonly ContractCase[] = [
  ...shown,
  ...refused.map(
    ([when, query, path]): ContractCase => ({
      operationId,
      status: 400,
      code: 'invalid_request',
      when,
      ask: ({ url, shop }) => list(url, shop.apiKey, query),
      check: (answer) => expect(problemOf(answer).errors?.map((violation) => violation.path)).toContain(path),
    }),
  ),
  {
    operationId,
    status: 400,
    code: 'invalid_request',
    when: 'the cursor belongs to other filters',
    ask: async (harness) => {
      const cursor = await withCursorOf(harness, [['type', 'payment']]);
      return list(harness.url, harness.otherShop.apiKey, [['cursor', cursor]]);
    },
    check: (answer) =>
      expect(problemOf(answer).errors).toMatchObject([{ path: '/query/cursor', code: 'wrong_cursor' }]),
  },
  {
    operationId,
    status: 400,
    code: 'invalid_request',
    when: 'the cursor belongs to another shop',
    ask: async (harness) => list(harness.url, harness.shop.apiKey, [['cursor', await withCursorOf(harness, [])]]),
    check: (answer) =>
      expect(problemOf(answer).errors).toMatchObject([{ path: '/query/cursor', code: 'wrong_cursor' }]),
  },
];
