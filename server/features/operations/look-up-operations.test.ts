import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OperationId } from '#platform/ids';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createHarness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createOperationsStore, lookUpOperations, type Sought } from './index.ts';
import { byIdentifier, byNumber } from './look-up-store.ts';

const card = '2200000000000004';
const phone = '+79001234567';
const newKey = newKeyText('new');

let db: TestDatabase;
let shops: readonly [TestShop, TestShop];
const created: OperationId[] = [];

/** Another number in the place of the accepted one, as a ring stores it. */
const restate = async (shop: TestShop, operationId: OperationId, number: string, keys: string): Promise<void> => {
  const operations = createOperationsStore(db.database, createKeyRing(keys));
  const { encrypted, digest } = operations.sealNumber(shop.shopId, operationId, number);
  const method = number === phone ? 'WT_RUB_PHONE' : 'WT_RUB_C2C';
  const row = { number_encrypted: encrypted, number_digest: digest, method };
  await db.database('operations').where({ operation_id: operationId }).update(row);
};

beforeAll(async () => {
  db = await createTestDatabase();
  shops = [await createTestShop(db.database), await createTestShop(db.database)];
  for (const shop of shops) {
    const harness = createHarness(db.database, shop);
    const create = await harness.startCreate('100.00');
    await harness.accept(create);
    created.push(create.operationId);
  }
  const harness = createHarness(db.database, shops[0]);
  const other = await harness.startCreate('50.00');
  await harness.accept(other);
  await restate(shops[0], other.operationId, phone, testKeys);
  created.push(other.operationId);
});
afterAll(() => db.drop());

const find = async (sought: Sought, options: { shopId?: TestShop['shopId']; keys?: string; limit?: number } = {}) => {
  const { shopId = null, keys = testKeys, limit = 10 } = options;
  const found = await lookUpOperations({ database: db.database, keyRing: createKeyRing(keys) }, sought, {
    shopId,
    limit,
  });
  return found.map(({ operationId, number }) => ({ operationId, number }));
};

describe('an operator', () => {
  it('finds a number in every shop, newest first, and sees it masked', async () => {
    const [first, second] = created;
    const number = '220000******0004';
    expect(await find({ number: card })).toEqual([
      { operationId: second, number },
      { operationId: first, number },
    ]);
    expect(await find({ number: card }, { limit: 1 })).toEqual([{ operationId: second, number }]);
    expect(await find({ number: card }, { shopId: shops[0].shopId })).toEqual([{ operationId: first, number }]);
  });

  it.each(['2200 0000 0000 0004', '2200-0000-0000-0004'])('may write a card as %s', async (number) => {
    expect(await find({ number })).toHaveLength(2);
  });

  it.each(['+79001234567', '79001234567', '8 (900) 123-45-67', '+7 900 123 45 67'])(
    'may write a phone as %s',
    async (number) => {
      expect(await find({ number })).toEqual([{ operationId: created[2], number: '********4567' }]);
    },
  );

  it('finds nothing by a part of a number, or by one that no operation has', async () => {
    expect(await find({ number: '220000' })).toEqual([]);
    expect(await find({ number: '2200000000000012' })).toEqual([]);
  });

  it('finds a number under whichever key of the ring it is stored, and not without that key', async () => {
    await restate(shops[0], created[0]!, card, newKey);
    const ids = async (keys: string) => (await find({ number: card }, { keys })).map(({ operationId }) => operationId);
    expect(await ids(`${newKey},${testKeys}`)).toEqual([created[1], created[0]]);
    expect(await ids(testKeys)).toEqual([created[1]]);
    await restate(shops[0], created[0]!, card, testKeys);
  });

  it('finds an operation by either identifier', async () => {
    const found = [{ operationId: created[0], number: '220000******0004' }];
    expect(await find({ operationId: created[0]! })).toEqual(found);
    expect(await find({ merchantOperationId: created[0]! })).toEqual(found);
    expect(await find({ operationId: created[0]! }, { shopId: shops[1].shopId })).toEqual([]);
  });

  it('sees all that tells operations apart', async () => {
    const needs = { database: db.database, keyRing: createKeyRing(testKeys) };
    const [found] = await lookUpOperations(needs, { operationId: created[2]! }, { shopId: null, limit: 1 });
    expect(found).toEqual({
      shop: shops[0].name,
      operationId: created[2],
      merchantOperationId: created[2],
      type: 'payment',
      status: 'pending',
      expectedAmount: '50.00',
      actualAmount: '0.00',
      currency: 'RUB',
      method: 'WT_RUB_PHONE',
      number: '********4567',
      createdAt: expect.any(Date),
    });
  });
});

it.each([
  ['operations_by_number', byNumber],
  ['operations_by_identifier', byIdentifier],
])('looks into %s wherever reading the whole table is not the cheapest', async (index, { text }) => {
  await db.database.transaction(async (tx) => {
    await tx.raw('set local enable_seqscan = off');
    const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain (generic_plan) ${text}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
  });
});
