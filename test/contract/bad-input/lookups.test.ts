import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routeOf } from '../built-operations.ts';
import { call, post } from '../call.ts';
import { createHarness, type Harness } from '../harness.ts';
import { expectRefusal, type Refusal } from './untouched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const id = randomUUID();

const refuseAt = (path: string, lookup: unknown, refusal: Refusal): Promise<unknown> =>
  expectRefusal(
    harness.testDatabase.database,
    () => call(harness.url, post(path, lookup), harness.shop.apiKey),
    refusal,
  );

const namingOperations = ['getOperationState', 'cancelOperation'] as const;

describe.each(namingOperations)('%s', (operationId) => {
  const refuse = (lookup: unknown, refusal: Refusal) => refuseAt(routeOf(operationId).path, lookup, refusal);

  it.each([
    {},
    { operation_id: id, merchant_operation_id: 'order-1' },
    { operation_id: 'rubbish', merchant_operation_id: 'order-1' },
    { operation: id },
    { Operation_Id: id },
  ])('refuses %p, which is not exactly one identifier', async (lookup) => {
    await refuse(lookup, { status: 400 });
  });

  it.each([
    '',
    ' ',
    'order-1',
    id.slice(1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    `{${id}}`,
    `urn:uuid:${id}`,
    id.replaceAll('-', ''),
    'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz',
    `${id}' or '1'='1`,
    id.replace(/\d/, '１'),
    '*',
    '../../v1/balances',
  ])('refuses %p, which is no UUID', async (operationId) => {
    await refuse({ operation_id: operationId }, { status: 400, path: '/body/operation_id' });
  });

  it.each([null, 1, true, [], [id], {}, { $ne: null }])('refuses an identifier that is %p', async (value) => {
    await refuse({ operation_id: value }, { status: 400 });
    await refuse({ merchant_operation_id: value }, { status: 400 });
    await refuse({ operation_id: id, merchant_operation_id: value }, { status: 400 });
  });

  it.each(['', 'x'.repeat(201), '🙂'.repeat(201), '\u0000', '\ud800'])(
    'refuses the identifier %j',
    async (identifier) => {
      await refuse({ merchant_operation_id: identifier }, { status: 400 });
    },
  );

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', id.toUpperCase()])(
    'finds nothing under the UUID %s',
    async (operationId) => {
      await refuse({ operation_id: operationId }, { status: 404 });
    },
  );
});

describe('getOperationState', () => {
  it.each([
    'x'.repeat(200),
    '🙂'.repeat(200),
    ' ',
    '%',
    '\\',
    "'; --",
    '\u202e',
    '__proto__',
    '00000000-0000-0000-0000-000000000000',
  ])('finds nothing under %j', async (identifier) => {
    await refuseAt('/v1/get_operation_state', { merchant_operation_id: identifier }, { status: 404 });
  });
});

describe('cancelOperation', () => {
  it.each([null, 1, true, [], {}, ['why']])('refuses a reason that is %p', async (reason) => {
    const refusal = { status: 400, path: '/body/reason', code: 'type' };
    await refuseAt('/v1/cancel_operation', { merchant_operation_id: 'order-1', reason }, refusal);
  });

  it.each(['\u0000', 'why\u0000', '\ud800', '\udc00\ud800'])('refuses the reason %j', async (reason) => {
    const refusal = { status: 400, path: '/body', code: 'forbidden_character' };
    await refuseAt('/v1/cancel_operation', { merchant_operation_id: 'order-1', reason }, refusal);
  });

  it.each(['r'.repeat(2_049), 'r'.repeat(60_000), 'я'.repeat(1_025), '🙂'.repeat(513), `${'€'.repeat(682)}rrr`])(
    'refuses a reason of more than 2048 bytes (%#)',
    async (reason) => {
      await refuseAt('/v1/cancel_operation', { merchant_operation_id: 'order-1', reason }, { path: '/body/reason' });
      await refuseAt('/v1/cancel_operation', { operation_id: id, reason }, { path: '/body/reason' });
    },
  );

  it.each([
    'x'.repeat(200),
    '🙂'.repeat(200),
    ' ',
    '%',
    '\\',
    "'; --",
    '\u202e',
    '__proto__',
    '00000000-0000-0000-0000-000000000000',
  ])('takes %j for an identifier like any other', async (identifier) => {
    const cancel = () =>
      call(harness.url, post('/v1/cancel_operation', { merchant_operation_id: identifier }), harness.shop.apiKey);
    const first = await cancel();
    expect(first).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
    expect((await cancel()).body).toEqual(first.body);
  });
});
