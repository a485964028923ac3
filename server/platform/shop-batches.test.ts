import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { openDatabase, patiently, type Database } from './database.ts';
import { newId, type ShopId } from './ids.ts';
import { createLog } from './logs.ts';
import { createShopStepBatcher, shopSteps } from './shop-batches.ts';

const shops = [newId<ShopId>(), newId<ShopId>()].sort();
type Step = { readonly shopId: string; readonly name: string };
type Row = { readonly shop: string; readonly name: string; readonly commit: string };

let db: TestDatabase;
let perShop: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  perShop = openDatabase({ url: db.url, ...patiently, batchPerShop: true }, createLog('silent'));
  // Answers whose step it was, in which commit, and nothing for one that does not hold.
  await db.database.raw(`create function take_steps(p_shop uuid, p_steps jsonb)
    returns table (place integer, shop uuid, name text, commit text) language sql as $$
      select place, p_shop, name, pg_current_xact_id()::text
      from jsonb_to_recordset(p_steps) as step (place integer, name text)
      where name <> 'late' and 1 / case when name = 'broken' then 0 else 1 end = 1 order by name desc
    $$`);
});
afterAll(() => db.drop());

const steps = shopSteps('take_steps', 'done.*');
const open = (database: Database) =>
  createShopStepBatcher<Step, Row, Row | null>(database, {
    steps,
    shopOf: ({ shopId }) => shopId,
    toStep: ({ name }) => ({ name }),
    toResults: (rows) => rows.map((row) => row ?? null),
  });
/** The first ones travel alone: what comes while they are under way shares the next batch. */
const take = async (database: Database, names: readonly (readonly [number, string])[]) => {
  const add = open(database);
  const first = shops.flatMap((shopId) => [add({ shopId, name: 'first' }), add({ shopId, name: 'second' })]);
  const results = await Promise.allSettled(names.map(([shop, name]) => add({ shopId: shops[shop]!, name })));
  await Promise.all(first);
  return results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));
};
const several = [
  [1, 'a'],
  [0, 'b'],
  [1, 'late'],
  [0, 'd'],
] as const;

it.each([
  ['all shops together', () => db.database, 1],
  ['each shop alone', () => perShop, 2],
])('gives each step the answer of its shop, %s in a commit', async (_how, database, commits) => {
  const results = (await take(database(), several)) as (Row | null)[];
  expect(results.map((row) => row && [row.shop, row.name])).toEqual([
    [shops[1], 'a'],
    [shops[0], 'b'],
    null,
    [shops[0], 'd'],
  ]);
  expect(new Set(results.flatMap((row) => row?.commit ?? [])).size).toBe(commits);
});

it('lets a step fail alone', async () => {
  const results = await take(db.database, [
    [0, 'a'],
    [1, 'broken'],
    [1, 'c'],
  ]);
  expect(results.map((row) => (typeof row === 'string' ? 'failed' : row?.name))).toEqual(['a', 'failed', 'c']);
});
