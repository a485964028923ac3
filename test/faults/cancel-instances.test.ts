import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import { cancelOperation, decidedOn, detailsIn, readOperation } from './cancel-merchant.ts';
import { brokenInvariants } from './clean-check.ts';
import { holdOperation, holdSandbox, someoneWaits } from './held-locks.ts';
import { createPayment, orderOf, type Answer, type Order } from './merchant.ts';

let db: TestDatabase;
let shop: TestShop;
let instances: readonly ServerProcess[] = [];

// Without jobs nothing is voided or paid; details take so long that only a cancellation can end an open create in time.
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
  instances = await Promise.all([spawnServer(db.url, settings), spawnServer(db.url, settings)]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
  await db.drop();
});

const urlOf = (instance: number): string => instances[instance]!.url;
const create = (instance: number, order: Order) => createPayment(urlOf(instance), shop.apiKey, order);
const cancel = (instance: number, order: Order) =>
  cancelOperation(urlOf(instance), shop.apiKey, { merchant_operation_id: order.merchant_operation_id });
const read = (instance: number, order: Order) =>
  readOperation(urlOf(instance), shop.apiKey, { merchant_operation_id: order.merchant_operation_id });

const rowOf = ({ merchant_operation_id: identifier }: Order) =>
  db.database('operations').where({ merchant_operation_id: identifier }).whereNot({ status: 'rejected' }).first();
const reaches = (order: Order, status: string): Promise<string> =>
  eventually(async () => {
    const row = await rowOf(order);
    return row?.status === status && (row.operation_id as string);
  }, `${order.amount} to be ${status}`);
const ordersOf = (order: Order): Promise<string[]> =>
  db
    .database('sandbox_orders')
    .join('attempts', 'attempts.attempt_id', 'sandbox_orders.attempt_id')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: order.merchant_operation_id })
    .pluck('sandbox_orders.state');
const eventsOf = (operationId: string): Promise<string[]> =>
  db.database('events').where({ operation_id: operationId }).pluck('type');

/** A statement that runs this function waits for a lock. */
const isBlocked = (name: string): Promise<true> =>
  eventually(async () => {
    const { rows } = await db.database.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and strpos(query, ?) > 0 and pid <> pg_backend_pid()`,
      [name],
    );
    return rows.length > 0 && true;
  }, `${name} to wait`);

const cancelledShown = (operationId: string) => ({
  status: 200,
  body: {
    operation_id: operationId,
    status: 'cancelled',
    cancel_reason: 'merchant',
    actual_amount: '0.00',
    settlement_amount: '0.00',
    commission_amount: '0.00',
  },
});

describe.each([
  ['the same instance', 0, 0],
  ['another instance', 0, 1],
])('a cancellation at %s', (_where, at, elsewhere) => {
  it('ends an open create while its provider still works on it', async () => {
    const order = orderOf('500.60');
    const open = create(at, order);
    const operationId = await reaches(order, 'creating');
    expect(await cancel(elsewhere, order)).toEqual(decidedOn(operationId));
    // Its provider works on for 20 s, and without the cancellation it would be refused after 15 s.
    const answer = await open;
    expect(answer).toMatchObject(cancelledShown(operationId));
    expect(detailsIn(answer)).toEqual([]);
    const shown = await read(elsewhere, order);
    expect(shown).toMatchObject(cancelledShown(operationId));
    expect(detailsIn(shown)).toEqual([]);
    expect(await create(elsewhere, order)).toEqual(answer);
    expect(await create(elsewhere, { ...order, amount: '501.60' })).toMatchObject({
      status: 412,
      body: { code: 'identifier_reused' },
    });
    expect(await cancel(at, order)).toEqual(decidedOn(operationId));
    expect(await eventsOf(operationId)).toEqual(['operation.cancelled']);
  });

  it('ends every one of the same open creates alike', async () => {
    const order = orderOf('502.60');
    const open = Promise.all([0, 1, 0, 1].map((instance) => create(instance, order)));
    const operationId = await reaches(order, 'creating');
    await cancel(elsewhere, order);
    const answers = await open;
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(cancelledShown(operationId));
  });

  it.each([
    ['before', 'nothing is issued'],
    ['after', 'the real payment is cancelled'],
  ])('that is written just %s the acceptance is what the create ends in: %s', async (when) => {
    const order = orderOf('503.00');
    const sandbox = await holdSandbox(db.database);
    const open = create(at, order);
    const operationId = await reaches(order, 'creating');
    await someoneWaits(sandbox, 'the provider to work on the order');
    const lock = await holdOperation(db.database, operationId);
    let decision: Promise<Answer> | undefined;
    for (const step of when === 'before' ? ['cancel', 'accept'] : ['accept', 'cancel']) {
      if (step === 'cancel') decision = cancel(elsewhere, order);
      else await sandbox.release();
      await isBlocked(step === 'cancel' ? 'cancel_payment' : 'accept_payment');
    }
    await lock.release();
    expect(await decision).toEqual(decidedOn(operationId));
    const answer = await open;
    expect(answer.status).toBe(200);
    if (when === 'before') expect(answer).toMatchObject(cancelledShown(operationId));
    const row = await rowOf(order);
    expect(row).toMatchObject({ status: 'cancelled', cancel_reason: 'merchant' });
    expect([row.number_encrypted === null, row.attempt_id === null]).toEqual(Array(2).fill(when === 'before'));
    expect(await eventsOf(operationId)).toEqual(['operation.cancelled']);
  });

  it('cancels the real payment when the acceptance came first', async () => {
    const order = orderOf('504.00');
    const answer = await create(at, order);
    expect(answer).toMatchObject({ status: 200, body: { status: 'pending', number: expect.any(String) } });
    const operationId = answer.body['operation_id'] as string;
    expect(await cancelOperation(urlOf(elsewhere), shop.apiKey, { operation_id: operationId })).toEqual(
      decidedOn(operationId),
    );
    expect(await read(at, order)).toMatchObject(cancelledShown(operationId));
    expect(await create(at, order)).toMatchObject(cancelledShown(operationId));
  });
});

it('agrees on one outcome with creates that come at the same time, at both', async () => {
  const orders = Array.from({ length: 12 }, (_value, number) => orderOf(`${600 + number}.00`));
  await Promise.all(
    orders.map(async (order) => {
      const creating = [create(0, order), create(1, order)];
      const [one, other] = await Promise.all([cancel(0, order), cancel(1, order)]);
      expect(one).toEqual(other);
      const operationId = (one.body['operation'] as { operation_id: string }).operation_id;
      expect(one).toEqual(decidedOn(operationId));
      for (const answer of await Promise.all(creating)) {
        expect(answer).toMatchObject({ status: 200, body: { operation_id: operationId } });
      }
      expect(await create(0, order)).toMatchObject(cancelledShown(operationId));
      expect(await eventsOf(operationId)).toEqual(['operation.cancelled']);
    }),
  );
});

it('leaves no order standing once a worker joins, and breaks no invariant', async () => {
  const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
  try {
    await eventually(
      async () => (await db.database('attempts').whereNotNull('check_at')).length === 0,
      'every order to be voided',
    );
    const cancelled: Order[] = (await db.database('operations').where({ cancel_reason: 'merchant' })) as Order[];
    const states = await Promise.all(cancelled.map(ordersOf));
    const suspense = await db.database('ledger_transactions').whereNot({ kind: 'payment_settled' }).pluck('kind');
    expect(new Set(states.flat())).toEqual(new Set(suspense.length > 0 ? ['voided', 'paid'] : ['voided']));
    await eventually(async () => (await brokenInvariants(db.database)).length === 0, 'all to be in order');
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    await worker.stop();
  }
});
