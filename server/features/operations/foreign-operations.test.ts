import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createFindForeign } from './index.ts';
import { insertOperations } from './inserted-operations-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let other: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  other = await createTestShop(db.database);
});
afterAll(() => db.drop());

const insertOf = async ({ shopId }: TestShop): Promise<string> => {
  const [operationId] = await insertOperations(db.database, shopId, [{}]);
  return operationId!;
};

it('an operation is foreign to every shop but its own, however its id is written', async () => {
  const isForeign = createFindForeign(db.database);
  const [own, foreign] = [await insertOf(shop), await insertOf(other)];
  expect(await isForeign(shop.shopId, foreign)).toBe(true);
  expect(await isForeign(shop.shopId, foreign.toUpperCase())).toBe(true);
  expect(await isForeign(other.shopId, foreign)).toBe(false);
  expect(await isForeign(shop.shopId, own)).toBe(false);
  expect(await isForeign(shop.shopId, newId())).toBe(false);
});

it('each of many that are asked for at the same time gets its own answer', async () => {
  const isForeign = createFindForeign(db.database);
  const [own, foreign] = [await insertOf(shop), await insertOf(other)];
  const asked = Array.from({ length: 40 }, (_, index) => [own, foreign, newId<string>()][index % 3]!);
  const answers = await Promise.all(asked.map((operationId) => isForeign(shop.shopId, operationId)));
  expect(answers).toEqual(asked.map((operationId) => operationId === foreign));
});

/** A database whose connections never come, and how often it was asked for one. */
const hanging = () => {
  const asked = { count: 0 };
  const acquireConnection = (): Promise<never> => {
    asked.count += 1;
    return new Promise(() => undefined);
  };
  return { asked, database: { client: { acquireConnection } } as unknown as Database };
};

it('ids that this house does not make are not looked for', async () => {
  const { asked, database } = hanging();
  const isForeign = createFindForeign(database);
  for (const operationId of [randomUUID(), 'nonsense', ''])
    expect(await isForeign(shop.shopId, operationId)).toBe(false);
  expect(asked.count).toBe(0);
});

it('a flood of ids takes one connection, and when too many wait the rest is not looked for', async () => {
  const { asked, database } = hanging();
  const isForeign = createFindForeign(database);
  for (let count = 0; count < 500; count += 1) void isForeign(shop.shopId, newId());
  expect(await isForeign(shop.shopId, newId())).toBe(false);
  expect(asked.count).toBe(1);
});
