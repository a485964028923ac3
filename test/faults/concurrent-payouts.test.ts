import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposit } from '#features/balances';
import { decimal } from '#platform/money';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { brokenInvariants } from './clean-check.ts';
import type { Answer } from './merchant.ts';
import { createPayout, payoutOf, readBalance, readByIdentifier, type PayoutOrder } from './payout-merchant.ts';

let db: TestDatabase;
let instances: readonly ServerProcess[] = [];

// Without jobs nothing is sent: what is reserved stays as it is and can be looked at.
const settings = { TURNPIKE_ROLE: 'api' };

beforeAll(async () => {
  db = await createTestDatabase();
  instances = await Promise.all([spawnServer(db.url, settings), spawnServer(db.url, settings)]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await db.drop();
});

/** Each payout of 100.00 takes 102.00. */
const shopWith = (balance: string): Promise<TestShop> => createTestShop(db.database, { balance });
const held = (available: string, reserved: string, total: string) => [{ currency: 'RUB', available, reserved, total }];
const balanceOf = ({ apiKey }: TestShop): Promise<unknown> => readBalance(instances[0]!.url, apiKey);

/** All at once, in turns at both instances. */
const sendAll = ({ apiKey }: TestShop, orders: readonly PayoutOrder[]): Promise<Answer[]> =>
  Promise.all(orders.map((order, index) => createPayout(instances[index % instances.length]!.url, apiKey, order)));

const countOf = (answers: readonly Answer[]): Record<string, number> =>
  answers.reduce<Record<string, number>>((counts, { status, body }) => {
    const name = status === 200 ? '200' : `${status} ${String(body['code'])}`;
    return { ...counts, [name]: (counts[name] ?? 0) + 1 };
  }, {});

const reservesOf = async ({ shopId }: TestShop): Promise<number> =>
  (
    await db
      .database('ledger_transactions')
      .where({ shop_id: shopId, kind: 'payout_reserved' })
      .select('transaction_id')
  ).length;

describe('a hundred payouts at once', () => {
  it('against a balance for exactly ten: ten succeed, and the others never were', async () => {
    const shop = await shopWith('1020.00');
    const orders = Array.from({ length: 100 }, () => payoutOf('100.00'));
    const answers = await sendAll(shop, orders);
    expect(countOf(answers)).toEqual({ 200: 10, '412 insufficient_balance': 90 });
    expect(await balanceOf(shop)).toEqual(held('0.00', '1020.00', '1020.00'));
    expect(await reservesOf(shop)).toBe(10);
    const refused = orders.filter((_, index) => answers[index]!.status !== 200);
    const reads = await Promise.all(refused.map((order) => readByIdentifier(instances[1]!.url, shop.apiKey, order)));
    expect(countOf(reads)).toEqual({ '404 operation_not_found': 90 });

    // An identifier that was refused is free, for another body as well.
    const amount = { amount: decimal('510.00'), currency: 'RUB' };
    await deposit({ database: db.database }, { shopId: shop.shopId, amount, actor: tester });
    const again = refused.slice(0, 10).map(({ merchant_operation_id: identifier }) => payoutOf('50.00', identifier));
    expect(countOf(await sendAll(shop, again))).toEqual({ 200: 10 });
    expect(await balanceOf(shop)).toEqual(held('0.00', '1530.00', '1530.00'));
  });

  it('of different sizes: none too many, and none refused that the rest would have covered', async () => {
    const shop = await shopWith('1000.00');
    const orders = Array.from({ length: 100 }, (_, index) => payoutOf(`${10 + (index % 30)}.00`));
    const answers = await sendAll(shop, orders);
    const accepted = orders.filter((_, index) => answers[index]!.status === 200);
    const reserved = accepted.reduce((sum, { amount }) => sum.plus(decimal(amount).times('1.02')), decimal('0'));
    expect(countOf(answers)).toEqual({ 200: accepted.length, '412 insufficient_balance': 100 - accepted.length });
    const left = decimal('1000.00').minus(reserved);
    expect(left.gte('0')).toBe(true);
    expect(await balanceOf(shop)).toEqual(held(left.toFixed(2), reserved.toFixed(2), '1000.00'));
    // The smallest takes 10.20, so nothing that would have covered it is left over.
    const smallest = orders.filter((order, index) => order.amount === '10.00' && answers[index]!.status !== 200);
    expect(smallest.length === 0 || left.lt('10.20')).toBe(true);
  });
});

describe('the same payout, twenty times at once at each of two instances', () => {
  it('is one operation with one reserve, and every answer shows it', async () => {
    const shop = await shopWith('1000.00');
    const order = payoutOf('100.00');
    const answers = await sendAll(shop, Array<PayoutOrder>(40).fill(order));
    expect(countOf(answers)).toEqual({ 200: 40 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balanceOf(shop)).toEqual(held('898.00', '102.00', '1000.00'));
    expect(await reservesOf(shop)).toBe(1);
  });

  it('is refused forty times alike when there is no money for it', async () => {
    const shop = await shopWith('101.99');
    const answers = await sendAll(shop, Array<PayoutOrder>(40).fill(payoutOf('100.00')));
    expect(countOf(answers)).toEqual({ '412 insufficient_balance': 40 });
    expect(await balanceOf(shop)).toEqual(held('101.99', '0.00', '101.99'));
  });

  it('with different bodies belongs to one of them, and names it to all the others', async () => {
    const shop = await shopWith('1000.00');
    const { merchant_operation_id: identifier } = payoutOf('1.00');
    const orders = Array.from({ length: 40 }, (_, index) => payoutOf(`${100 + (index % 4)}.00`, identifier));
    const answers = await sendAll(shop, orders);
    expect(countOf(answers)).toEqual({ 200: 10, '412 identifier_reused': 30 });
    expect(new Set(answers.map(({ body }) => body['operation_id'])).size).toBe(1);
    expect(await reservesOf(shop)).toBe(1);
  });
});

it('sends and completes each of them once when two workers join, and breaks no invariant', async () => {
  const workers = await Promise.all([1, 2].map(() => startTestServer(db.url, { TURNPIKE_ROLE: 'worker' })));
  try {
    await eventually(
      async () => (await db.database('operations').where({ status: 'pending' }).select('status')).length === 0,
      'every payout to end',
    );
    const ended = await db.database('operations').select('operation_id', 'status');
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
    const placed = await db.database('sandbox_orders').select('attempt_id');
    expect(placed).toHaveLength(ended.length);
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    for (const worker of workers) await worker.stop();
  }
});
