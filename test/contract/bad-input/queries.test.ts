import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, get, problemOf } from '../call.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.strike());

const list = (query: string) => call(harness.url, get(`/v1/operations?${query}`), harness.shop.apiKey);
const time = '2026-01-01T00:00:00Z';

it.each([
  ['created_from=', 'created_from', 'format'],
  ['created_from=null&created_from=null', 'created_from', 'type'],
  [`created_from=${time}&created_from=${time}`, 'created_from', 'type'],
  ['created_from[]=1', 'created_from', 'type'],
  ['created_from=2026-02-30T00:00:00Z', 'created_from', 'format'],
  ['merchant_operation_id=a%00b', 'merchant_operation_id', 'forbidden_character'],
  ['cursor=%00', 'cursor', 'forbidden_character'],
  ['limit=', 'limit', 'type'],
  ['limit=5&limit=6', 'limit', 'type'],
  ['limit=Infinity', 'limit', 'type'],
  ['limit=-Infinity', 'limit', 'type'],
  ['limit=1e999', 'limit', 'type'],
  ['status=', 'status', 'type'],
  ['status=a/b', 'status/0', 'enum'],
  ['type=a:b', 'type', 'enum'],
  ['type[a]=b', 'type', 'type'],
  ['cursor=a&cursor=b', 'cursor', 'type'],
  ['merchant_operation_id=a&merchant_operation_id=b', 'merchant_operation_id', 'type'],
])('a list of operations by %s is refused at its fault', async (query, place, code) => {
  const answer = await list(query);
  expect(answer.status).toBe(400);
  expect(problemOf(answer).errors?.[0]).toMatchObject({ path: `/query/${place}`, code });
});

it.each([
  'merchant_operation_id=a/b',
  'merchant_operation_id=a:b',
  'merchant_operation_id=a%2Fb',
  'unknown=1',
  'unknown=%00',
])('a list of operations by %s is an answer', async (query) => {
  expect((await list(query)).status).toBe(200);
});
