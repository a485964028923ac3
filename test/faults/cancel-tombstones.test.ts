import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { readKeyRingStatus, rotateKeyRing, shredNumbers } from '#features/privacy';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { impatient, testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { RunningServer } from '#server/start-server';
import { tester } from '#test/support/operators';
import { cancelOperation, createPayout, decidedOn, detailsIn, readOperation } from './cancel-merchant.ts';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, orderOf, type Answer, type Order } from './merchant.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { settlementCurrency: 'USDT', balance: '1000.000000' });
  await db.database('tariffs').where({ shop_id: shop.shopId, direction: 'payment' }).update({ max_amount: '900.00' });
  server = await startTestServer(db.url);
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const named = ({ merchant_operation_id: identifier }: Order) => ({ merchant_operation_id: identifier });
const create = (order: Order, apiKey = shop.apiKey) => createPayment(server.url, apiKey, order);
const cancel = (order: Order, apiKey = shop.apiKey) => cancelOperation(server.url, apiKey, named(order));
const idIn = ({ body }: Answer): string => (body['operation'] as { operation_id: string }).operation_id;
const eventsOf = (operationId: string) =>
  db.database('events').where({ operation_id: operationId }).select('sequence', 'type');
const statusOf = async (operationId: string): Promise<string> =>
  (await db.database('operations').where({ operation_id: operationId }).first('status')).status;

/** An identifier that was cancelled before any create. */
const cancelFirst = async (amount: string, apiKey = shop.apiKey): Promise<{ order: Order; operationId: string }> => {
  const order = orderOf(amount);
  const decision = await cancel(order, apiKey);
  const operationId = idIn(decision);
  expect(decision).toEqual(decidedOn(operationId));
  return { order, operationId };
};

const payoutOf = (order: Order) => ({ ...order, number: '2200000000000004' });

describe('a payment that was cancelled before its create', () => {
  it('is not there until its create comes, and cancelled from then on', async () => {
    const { order, operationId } = await cancelFirst('100.00');
    const absent = { status: 404, body: { code: 'operation_not_found' } };
    expect(await readOperation(server.url, shop.apiKey, named(order))).toMatchObject(absent);
    expect(await readOperation(server.url, shop.apiKey, { operation_id: operationId })).toMatchObject(absent);
    expect(await cancel(order)).toEqual(decidedOn(operationId));
    expect(await cancelOperation(server.url, shop.apiKey, { operation_id: operationId })).toEqual(
      decidedOn(operationId),
    );
    expect(await eventsOf(operationId)).toEqual([]);
    expect(await brokenInvariants(db.database)).toEqual([]);

    const answer = await create(order);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        operation_id: operationId,
        type: 'payment',
        status: 'cancelled',
        cancel_reason: 'merchant',
        expected_amount: '100.00',
        actual_amount: '0.00',
        settlement_amount: '0.000000',
        commission_amount: '0.000000',
      },
    });
    expect(detailsIn(answer)).toEqual([]);
    expect(await create(order)).toEqual(answer);
    const {
      receipts,
      receipt_evidence_status: evidence,
      ...shown
    } = (await readOperation(server.url, shop.apiKey, named(order))).body;
    expect([shown, receipts, evidence]).toEqual([answer.body, [], 'complete']);
    expect(await cancel(order)).toEqual(decidedOn(operationId));
    expect(await eventsOf(operationId)).toEqual([{ sequence: 1, type: 'operation.cancelled' }]);
    expect(await db.database('attempts').where({ operation_id: operationId })).toEqual([]);
  });

  it('belongs to the first body that comes, of several at once', async () => {
    const { order, operationId } = await cancelFirst('100.00');
    const bodies = ['101.00', '102.00', '103.00', '104.00'].map((amount) => ({ ...order, amount }));
    const answers = await Promise.all([...bodies, ...bodies, ...bodies].map((body) => create(body)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(3);
    expect(new Set(taken.map((answer) => JSON.stringify(answer))).size).toBe(1);
    for (const refusal of answers.filter(({ status }) => status !== 200)) {
      expect(refusal).toMatchObject({ status: 412, body: { code: 'identifier_reused', operation_id: operationId } });
    }
    expect(await eventsOf(operationId)).toHaveLength(1);
  });

  it('is no payout, neither before its create nor after', async () => {
    const { order, operationId } = await cancelFirst('100.00');
    const refused = { status: 412, body: { code: 'identifier_reused' } };
    expect(await createPayout(server.url, shop.apiKey, payoutOf(order))).toMatchObject(refused);
    expect(await statusOf(operationId)).toBe('tombstone');
    expect(await create(order)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await createPayout(server.url, shop.apiKey, payoutOf(order))).toMatchObject(refused);
  });

  it.each([
    [400, 'of an unknown method', { method: 'NO_SUCH_METHOD' }],
    [422, 'that no tariff fits', { amount: '1000.00' }],
  ])('waits on when a create is refused with %s, %s', async (status, _why, changes) => {
    const { order, operationId } = await cancelFirst('100.00');
    expect(await create({ ...order, ...changes })).toMatchObject({ status });
    expect(await statusOf(operationId)).toBe('tombstone');
    expect(await cancel(order)).toEqual(decidedOn(operationId));
    expect(await create(order)).toMatchObject({
      status: 200,
      body: { operation_id: operationId, status: 'cancelled' },
    });
  });

  it('needs no provider', async () => {
    const lonely = await createTestShop(db.database);
    await db.database('routes').where({ shop_id: lonely.shopId }).del();
    const { order, operationId } = await cancelFirst('100.00', lonely.apiKey);
    expect(await create(order, lonely.apiKey)).toMatchObject({
      status: 200,
      body: { operation_id: operationId, status: 'cancelled' },
    });
    expect(await create(orderOf('100.00'), lonely.apiKey)).toMatchObject({ status: 424 });
  });

  it('is another one in every shop', async () => {
    const stranger = await createTestShop(db.database);
    const { order, operationId } = await cancelFirst('100.00');
    const byId = await cancelOperation(server.url, stranger.apiKey, { operation_id: operationId });
    expect(byId).toMatchObject({ status: 404, body: { code: 'operation_not_found' } });
    expect(await create(order, stranger.apiKey)).toMatchObject({ status: 200, body: { status: 'pending' } });
  });

  it('may take the place of one that was refused in doubt', async () => {
    const order = orderOf('100.53');
    const api = await startTestServer(db.url, { TURNPIKE_ROLE: 'api', ...impatient });
    expect(await createPayment(api.url, shop.apiKey, order)).toMatchObject({ status: 424 });
    await api.stop();
    const operationId = idIn(await cancel(order));
    expect(await create({ ...order, amount: '105.00' })).toMatchObject({
      status: 200,
      body: { operation_id: operationId, status: 'cancelled', expected_amount: '105.00' },
    });
    expect(await create(order)).toMatchObject({ status: 412, body: { code: 'identifier_reused' } });
    await eventually(async () => {
      const attempts = await db.database('attempts').whereNotNull('check_at');
      return attempts.length === 0;
    }, 'the late order to be voided');
  });
});

describe('a cancellation', () => {
  it('is refused for a payout, named either way, whose identifier is the payout’s alone', async () => {
    const payout = payoutOf(orderOf('10.00'));
    const { body } = await createPayout(server.url, shop.apiKey, payout);
    const refused = { status: 412, body: { code: 'not_cancellable' } };
    expect(await cancel(payout)).toMatchObject(refused);
    const byId = await cancelOperation(server.url, shop.apiKey, { operation_id: body['operation_id'] as string });
    expect(byId).toMatchObject(refused);
  });

  it('by an operation_id that names nothing leaves nothing behind', async () => {
    const answer = await cancelOperation(server.url, shop.apiKey, { operation_id: randomUUID() });
    expect(answer).toMatchObject({ status: 404, body: { code: 'operation_not_found' } });
  });
});

describe('those who walk over all operations', () => {
  it('pass over a cancellation that waits for its create', async () => {
    const { order, operationId } = await cancelFirst('100.00');
    const keyRing = createKeyRing(`${newKeyText('newer')},${testKeys}`);
    const needs = { database: db.database, keyRing };
    const { keys, missing } = await readKeyRingStatus(needs);
    // A digest without a key's name would be one from before digests named their key.
    expect(keys.map(({ keyId }) => keyId)).not.toContain('');
    expect(missing).toEqual([]);
    await rotateKeyRing(needs, tester, () => undefined);
    await shredNumbers({ database: db.database, metrics: createMetrics(), log: createLog('silent'), retentionDays: 1 });
    expect(await statusOf(operationId)).toBe('tombstone');
    expect(await create(order)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });

  it('come back to one that waited for longer than numbers are kept', async () => {
    const monthMs = 31 * 86_400_000;
    const order = { ...orderOf('100.00'), client_ip: '203.0.113.7' };
    // Its shop is new to the shredding, which walks each shop from old to new and never back.
    const { shopId, apiKey } = await createTestShop(db.database);
    const ids = { shop_id: shopId, operation_id: v7({ msecs: Date.now() - monthMs }) };
    const cancellation = { ...named(order), api: 'v1', type: 'payment', status: 'tombstone' };
    await db.database('operations').insert({ ...ids, ...cancellation });
    const needs = { database: db.database, metrics: createMetrics(), log: createLog('silent'), retentionDays: 7 };
    await shredNumbers(needs);
    expect(await create(order, apiKey)).toMatchObject({ status: 200, body: { operation_id: ids.operation_id } });
    const row = db.database('operations').where(ids);
    expect(await row.clone().first()).toMatchObject({ status: 'cancelled', client_ip: '203.0.113.7' });
    await row.clone().update({ finished_at: new Date(Date.now() - monthMs) });
    await shredNumbers(needs);
    expect(await row.clone().first()).toMatchObject({ status: 'cancelled', client_ip: null });
  });

  it('find no broken invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
