import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, orderOf, type Answer, type Order } from './merchant.ts';

let db: TestDatabase;
let shop: TestShop;
let instances: readonly ServerProcess[] = [];

// Without jobs nothing is paid, so every answer shows the payment as it was accepted.
const settings = { TURNPIKE_ROLE: 'api', LOG_LEVEL: 'info', ACCEPTANCE_TIMEOUT_MS: '8000' };

beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  instances = await Promise.all([spawnServer(db.url, settings), spawnServer(db.url, settings)]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await db.drop();
});

/** All at once, each order sent `times` times to each instance. */
const sendEverywhere = (orders: readonly Order[], times: number): Promise<Answer[]> =>
  Promise.all(
    orders.flatMap((order) =>
      Array.from({ length: times }, () => instances.map(({ url }) => createPayment(url, shop.apiKey, order))).flat(),
    ),
  );

const distinct = (answers: readonly Answer[]): Answer[] =>
  [...new Set(answers.map((answer) => JSON.stringify(answer)))].map((text) => JSON.parse(text) as Answer);

const operationsOf = ({
  merchant_operation_id: identifier,
}: Order): Promise<{ operation_id: string; status: string }[]> =>
  db.database('operations').where({ merchant_operation_id: identifier }).select('operation_id', 'status');
const attemptStates = (order: Order): Promise<string[]> =>
  db
    .database('attempts')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: order.merchant_operation_id })
    .pluck('state');
const liveOrders = (order: Order): Promise<string[]> =>
  db
    .database('sandbox_orders')
    .join('attempts', 'attempts.attempt_id', 'sandbox_orders.attempt_id')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: order.merchant_operation_id })
    .whereIn('sandbox_orders.state', ['accepted', 'paid'])
    .pluck('sandbox_orders.state');

describe('the same create, 50 times at each of two instances', () => {
  it.each([
    ['accepted at once', '100.00'],
    ['accepted by the second provider', '100.52'],
    ['accepted after a while', '100.60'],
  ])('makes one payment when it is %s, and every answer shows it', async (_scenario, amount) => {
    const order = orderOf(amount);
    const [answer, ...others] = distinct(await sendEverywhere([order], 50));
    expect(others).toEqual([]);
    const [operation, ...more] = await operationsOf(order);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ status: 200, body: { operation_id: operation!.operation_id, status: 'pending' } });
    expect((await attemptStates(order)).filter((state) => state !== 'declined')).toEqual(['accepted']);
    expect(await liveOrders(order)).toEqual(['accepted']);
  });

  it('is refused 100 times alike when every provider declines', async () => {
    const order = orderOf('100.51');
    const [answer, ...others] = distinct(await sendEverywhere([order], 50));
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ status: 424, body: { code: 'no_provider_accepted' } });
    expect(new Set((await operationsOf(order)).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(new Set(await attemptStates(order))).toEqual(new Set(['declined']));
    expect(await liveOrders(order)).toEqual([]);
  });
});

describe('one identifier with different bodies at two instances', () => {
  it.each([
    ['at once', ['200.00', '201.00', '202.00', '203.00']],
    ['after a while', ['200.60', '201.60', '202.60', '203.60']],
  ])(
    'belongs to one of them, accepted %s, which all the others are told, and by its name where it can be read',
    async (_scenario, amounts) => {
      const { merchant_operation_id: identifier } = orderOf('0.00');
      const orders = amounts.map((amount) => orderOf(amount, identifier));
      const answers = await sendEverywhere(orders, 12);
      const [operation, ...more] = await operationsOf(orders[0]!);
      expect(more).toEqual([]);
      const gist = answers.map(({ status, body }) => JSON.stringify([status, body['code'], body['operation_id']]));
      const id = operation!.operation_id;
      const payment = JSON.stringify([200, undefined, id]);
      const named = JSON.stringify([412, 'identifier_reused', id]);
      const unnamed = JSON.stringify([412, 'identifier_reused', undefined]);
      expect(gist).toContain(payment);
      expect(distinct(answers.filter(({ status }) => status === 200))).toHaveLength(1);
      // Before it is decided there is nothing to read.
      expect(gist.filter((answer) => ![payment, named, unnamed].includes(answer))).toEqual([]);
      const after = await sendEverywhere(orders, 1);
      expect(after.filter(({ status, body }) => status === 412 && body['operation_id'] === id)).toHaveLength(
        after.length - 2,
      );
      expect(await liveOrders(orders[0]!)).toEqual(['accepted']);
    },
  );
});

it('completes each of these payments once when a worker joins, and breaks no invariant', async () => {
  const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
  try {
    await eventually(
      async () => (await db.database('operations').where({ status: 'pending' })).length === 0,
      'every payment to be paid',
    );
    const kinds = await db.database('ledger_transactions').where({ shop_id: shop.shopId }).pluck('kind');
    expect(kinds).toEqual(Array(5).fill('payment_settled'));
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    await worker.stop();
  }
});
