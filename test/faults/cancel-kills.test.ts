import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { RunningServer } from '#server/start-server';
import { cancelOperation, decidedOn, detailsIn } from './cancel-merchant.ts';
import { brokenInvariants } from './clean-check.ts';
import { endBackends, holdAuditLog, someoneWaits } from './held-locks.ts';
import { createPayment, createUntilAnswered, orderOf, type Order } from './merchant.ts';

let db: TestDatabase;
let shop: TestShop;
let survivor: RunningServer;
let victim: ServerProcess;
const settings = {
  TURNPIKE_ROLE: 'api',
  ACCEPTANCE_TIMEOUT_MS: '15000',
  SANDBOX_SPEED: '0.25',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
};
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  survivor = await startTestServer(db.url, settings);
});
afterAll(async () => {
  await survivor.stop();
  await victim.end('SIGKILL');
  await db.drop();
});
beforeEach(async () => {
  victim = await spawnServer(db.url, settings);
});

const cancel = (url: string, { merchant_operation_id: identifier }: Order) =>
  cancelOperation(url, shop.apiKey, { merchant_operation_id: identifier });
const rowOf = ({ merchant_operation_id: identifier }: Order) =>
  db.database('operations').where({ merchant_operation_id: identifier }).first();
const countOf = async (table: string, where: Readonly<Record<string, unknown>>): Promise<number> =>
  (await db.database(table).where(where)).length;
const isCreating = (order: Order) =>
  eventually(async () => (await rowOf(order))?.status === 'creating', `${order.amount} to be under way`);

/** The payment in the state in which the cancellation finds it; what was sent to the victim is never answered. */
const situations = {
  'before its create': () => Promise.resolve(),
  'while its provider works': async (order: Order) => {
    void createPayment(victim.url, shop.apiKey, order).catch(() => undefined);
    await isCreating(order);
  },
  'while it is pending': async (order: Order) => {
    expect(await createPayment(survivor.url, shop.apiKey, order)).toMatchObject({ body: { status: 'pending' } });
  },
} as const;
const amounts = { 'before its create': '10.00', 'while its provider works': '20.60', 'while it is pending': '30.58' };
type Situation = keyof typeof situations;

describe.each(Object.keys(situations) as Situation[])('a cancellation %s, whose process is killed', (situation) => {
  it.each([
    ['before it was written', true],
    ['after it was written, its answer unheard', false],
  ])('%s, is decided once when it is sent again', async (_moment, isLost) => {
    const order = orderOf(amounts[situation]);
    await situations[situation](order);
    const lock = await holdAuditLog(db.database);
    void cancel(victim.url, order).catch(() => undefined);
    const backends = await someoneWaits(lock, 'the cancellation to be written');
    await victim.end('SIGKILL');
    if (isLost) await endBackends(db.database, backends);
    await lock.release();
    if (!isLost) {
      await eventually(async () => ['tombstone', 'cancelled'].includes((await rowOf(order))?.status), 'the commit');
    }

    const decision = await cancel(survivor.url, order);
    const { operation_id: operationId } = await rowOf(order);
    expect(decision).toEqual(decidedOn(operationId));
    expect(await cancel(survivor.url, order)).toEqual(decision);
    const answer = await createUntilAnswered(survivor.url, shop.apiKey, order);
    expect(answer).toMatchObject({
      status: 200,
      body: { operation_id: operationId, status: 'cancelled', cancel_reason: 'merchant' },
    });
    if (situation !== 'while it is pending') expect(detailsIn(answer)).toEqual([]);
    expect(await countOf('audit_log', { subject: operationId, action: 'payment.cancelled' })).toBe(1);
    expect(await countOf('events', { operation_id: operationId })).toBe(1);
    expect(await countOf('operations', { merchant_operation_id: order.merchant_operation_id })).toBe(1);
  });
});

it('does not need the process whose open create it cancels', async () => {
  const order = orderOf('40.60');
  await situations['while its provider works'](order);
  await victim.end('SIGKILL');
  const decision = await cancel(survivor.url, order);
  expect(decision).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
  const answer = await createPayment(survivor.url, shop.apiKey, order);
  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(detailsIn(answer)).toEqual([]);
});

it('leaves no order standing once a worker joins, and breaks no invariant', async () => {
  const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
  try {
    await eventually(
      async () => (await db.database('attempts').whereNotNull('check_at')).length === 0,
      'every order to be voided',
    );
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    await worker.stop();
  }
  expect(new Set(await db.database('sandbox_orders').pluck('state'))).toEqual(new Set(['voided']));
});
