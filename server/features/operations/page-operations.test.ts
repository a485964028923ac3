import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createLog } from '#platform/logs';
import { newId, type OperationId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { randomFrom } from '#test/support/random';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import {
  createOperationsStore,
  findNamedOperations,
  foldOperationCounts,
  isVisible,
  pageOperations,
  readOperation,
  type StoredStatus,
} from './index.ts';
import { insertOperations, type Inserted } from './inserted-operations-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  shop = await createTestShop(db.database);
});

const scope = () => ({ shopId: shop.shopId, api: 'h2h' as const });
const needs = () => ({
  database: db.database,
  operations: createOperationsStore(db.database, createKeyRing(testKeys)),
});
const insert = (rows: readonly Inserted[]) =>
  insertOperations(
    db.database,
    shop.shopId,
    rows.map((row) => ({ api: 'h2h' as const, ...row })),
  );
const fold = (stretchSize = 5, settledAfterMs = 0) =>
  foldOperationCounts({ database: db.database, log: createLog('silent') }, { settledAfterMs, stretchSize });
const page = async (skip: number, take: number) => {
  const { operations, total } = await pageOperations(needs(), scope(), { skip, take });
  return { total, ids: operations.map(({ operationId }) => operationId) };
};
const become = (operationId: OperationId, status: StoredStatus) =>
  db
    .database('operations')
    .where({ shop_id: shop.shopId, operation_id: operationId })
    .update({ status, leased_until: null, cancel_reason: status === 'cancelled' ? 'declined' : null });

/** What there is to be seen, newest first, without any of what is tested. */
const listed = async (): Promise<string[]> => {
  const rows = await db
    .database('operations')
    .where({ shop_id: shop.shopId, api: 'h2h' })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'operation_id', order: 'desc' },
    ])
    .select('operation_id', 'status');
  return rows.filter(({ status }) => isVisible(status as StoredStatus)).map((row) => row.operation_id as string);
};

const hourAgo = (ms: number): Date => new Date(Date.now() - 3_600_000 + ms);

it.each(['before anything was counted', 'after it was counted', 'while others are counting it'])(
  'shows every page and the total %s',
  async (when) => {
    const statuses = ['pending', 'completed', 'cancelled', 'rejected', 'creating', 'tombstone'] as const;
    await insert(
      Array.from({ length: 60 }, (_, nth) => ({
        // Some of one moment, which only their ids tell apart.
        createdAt: hourAgo(Math.floor(nth / 7) * 10),
        status: statuses[nth % 6]!,
        type: nth % 5 === 0 ? ('payout' as const) : ('payment' as const),
      })),
    );
    await insertOperations(db.database, shop.shopId, [{}, {}]);
    if (when === 'after it was counted') await fold();
    const folding = when === 'while others are counting it' ? Array.from({ length: 4 }, () => fold()) : [];
    const wanted = await listed();
    for (let skip = 0; skip < 40; skip += 1) {
      expect(await page(skip, 7)).toEqual({ total: 30, ids: wanted.slice(skip, skip + 7) });
    }
    await Promise.all(folding);
    expect(await page(0, 500)).toEqual({ total: 30, ids: wanted });
  },
);

it('skips nothing that was there at the first page, while operations are created and decided', async () => {
  const ids = await insert(Array.from({ length: 40 }, (_, nth) => ({ createdAt: hourAgo(nth) })));
  const late = await insert(
    Array.from({ length: 10 }, (_, nth) => ({ createdAt: hourAgo(nth * 4 + 1), status: 'creating' as const })),
  );
  const seen: string[] = [];
  for (let skip = 0; skip < 80; skip += 5) {
    seen.push(...(await page(skip, 5)).ids);
    await insert([{ createdAt: new Date() }, {}]);
    if (late.length > 0) await become(late.pop()!, 'pending');
    await fold();
  }
  expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
});

it('counts what is decided after it was passed over at once, and what is refused never', async () => {
  const undecided = ['creating', 'creating', 'rejecting', 'tombstone'] as const;
  const [accepted, refused, rejecting, tombstone] = await insert([
    ...undecided.map((status, nth) => ({ status, createdAt: hourAgo(nth) })),
    ...Array.from({ length: 30 }, (_, nth) => ({ createdAt: hourAgo(nth + 1) })),
  ]);
  await fold();
  expect((await page(0, 1)).total).toBe(30);
  await become(accepted!, 'pending');
  await become(refused!, 'rejected');
  await become(rejecting!, 'rejected');
  await become(tombstone!, 'cancelled');
  const wanted = await listed();
  expect(await page(25, 10)).toEqual({ total: 32, ids: wanted.slice(25) });
  await fold();
  expect(await page(25, 10)).toEqual({ total: 32, ids: wanted.slice(25) });
  const key = { shop_id: shop.shopId };
  expect(await db.database('operation_count_leftovers').where(key)).toEqual([]);
  const counted = await db.database('operation_counts').where(key).pluck('visible');
  expect(counted.reduce((sum, visible) => sum + visible, 0)).toBe(32);
});

it('is as it was when a count is cut off', async () => {
  await insert(Array.from({ length: 12 }, (_, nth) => ({ createdAt: hourAgo(nth) })));
  await fold(5, Date.now() - hourAgo(500).getTime());
  await insert(Array.from({ length: 12 }, (_, nth) => ({ createdAt: hourAgo(1_000 + nth) })));
  const cutOff = db.database.transaction(async (tx) => {
    await tx.raw(`select fold_operation_counts(?, 'h2h', now(), 5, '{pending}', '{creating}')`, [shop.shopId]);
    throw new Error('killed');
  });
  await expect(cutOff).rejects.toThrow('killed');
  const wanted = await listed();
  expect(await page(20, 9)).toEqual({ total: 24, ids: wanted.slice(20) });
  await fold();
  expect(await page(20, 9)).toEqual({ total: 24, ids: wanted.slice(20) });
});

it('leaves alone what is so new that a part of it may not be seen yet', async () => {
  await insert([{ createdAt: hourAgo(0) }, { createdAt: new Date() }]);
  await fold(5, 60_000);
  const counted = await db.database('operation_counts').where({ shop_id: shop.shopId }).pluck('visible');
  expect(counted).toEqual([1]);
  expect((await page(0, 5)).total).toBe(2);
});

it('shows any page and total right after any course of creates, decisions and counts', async () => {
  const random = randomFrom('totals');
  const open: OperationId[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const made = random.below(6);
    const rows = Array.from({ length: made }, () => ({
      operationId: newId<OperationId>(),
      createdAt: hourAgo(turn * 20 + random.below(20)),
      status: random.chance(40) ? ('creating' as const) : ('pending' as const),
    }));
    await insert(rows);
    open.push(...rows.filter(({ status }) => status === 'creating').map(({ operationId }) => operationId));
    if (open.length > 0 && random.chance(60)) {
      const [decided] = open.splice(random.below(open.length), 1);
      await become(decided!, random.chance(70) ? 'pending' : 'rejected');
    }
    // As if this turn were a minute long: what is created later is never before what is counted.
    if (random.chance(50)) await fold(random.between(1, 6), Date.now() - hourAgo((turn + 1) * 20).getTime());
    const wanted = await listed();
    const skip = random.below(wanted.length + 2);
    expect(await page(skip, 4)).toEqual({ total: wanted.length, ids: wanted.slice(skip, skip + 4) });
  }
});

it('finds every operation that an identifier has named, newest first, and none of the other API', async () => {
  const merchantOperationId = randomUUID();
  const of = (status: StoredStatus, ms: number): Inserted => ({ merchantOperationId, status, createdAt: hourAgo(ms) });
  const [first, , second, third] = await insert([
    of('cancelled', 1),
    of('rejected', 2),
    of('cancelled', 3),
    of('completed', 4),
  ]);
  await insertOperations(db.database, shop.shopId, [{ merchantOperationId }]);
  const { operations, total } = await findNamedOperations(needs(), scope(), merchantOperationId);
  expect([operations.map(({ operationId }) => operationId), total]).toEqual([[third, second, first], 3]);
  expect(await findNamedOperations(needs(), scope(), randomUUID())).toEqual({ operations: [], total: 0 });
});

it('reads an operation by its id, and of another API or undecided none', async () => {
  const [own, undecided] = await insert([{}, { status: 'creating' }]);
  const [foreign] = await insertOperations(db.database, shop.shopId, [{}]);
  expect(await readOperation(needs(), scope(), own!)).toMatchObject({ operationId: own, status: 'pending' });
  for (const id of [undecided!, foreign!, newId()]) {
    await expect(readOperation(needs(), scope(), id)).rejects.toMatchObject({ code: 'operation_not_found' });
  }
});
