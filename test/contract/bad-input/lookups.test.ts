import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { call, post } from '../call.ts';
import { createStage, type Stage } from '../stage.ts';
import { expectRefusal, type Refusal } from './untouched.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.strike());

const id = randomUUID();

const refuse = (lookup: unknown, refusal: Refusal): Promise<unknown> =>
  expectRefusal(
    stage.testDatabase.database,
    () => call(stage.url, post('/v1/get_operation_state', lookup), stage.shop.apiKey),
    refusal,
  );

describe('getOperationState', () => {
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
    '', ' ', 'order-1', id.slice(1), `${id}0`, ` ${id}`, `${id}\n`, `{${id}}`, `urn:uuid:${id}`, id.replaceAll('-', ''),
    'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz', `${id}' or '1'='1`, id.replace(/\d/, '１'), '*', '../../v1/balances',
  ])('refuses %p, which is no UUID', async (operationId) => {
    await refuse({ operation_id: operationId }, { status: 400, path: '/body/operation_id' });
  });

  it.each([null, 1, true, [], [id], {}, { $ne: null }])('refuses an identifier that is %p', async (value) => {
    await refuse({ operation_id: value }, { status: 400 });
    await refuse({ merchant_operation_id: value }, { status: 400 });
    await refuse({ operation_id: id, merchant_operation_id: value }, { status: 400 });
  });

  it.each(['', 'x'.repeat(201), '🙂'.repeat(201), '\u0000', '\ud800'])('refuses the identifier %j', async (identifier) => {
    await refuse({ merchant_operation_id: identifier }, { status: 400 });
  });

  it.each(['x'.repeat(200), '🙂'.repeat(200), ' ', '%', '\\', "'; --", '\u202e', '__proto__', '00000000-0000-0000-0000-000000000000'])(
    'finds nothing under %j',
    async (identifier) => {
      await refuse({ merchant_operation_id: identifier }, { status: 404 });
    },
  );

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', id.toUpperCase()])(
    'finds nothing under the UUID %s',
    async (operationId) => {
      await refuse({ operation_id: operationId }, { status: 404 });
    },
  );
});
