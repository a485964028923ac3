import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { apis } from '#platform/apis';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { profileOf } from './api-profile.ts';
import { insertOperations } from './inserted-operations-fixture.ts';
import { nextStatuses, type StoredStatus } from './operation-states.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

// A cancellation that waits for its create has none of the columns of one.
const statuses = (Object.keys(nextStatuses) as StoredStatus[]).filter((status) => status !== 'tombstone');

it.each(apis)('frees the identifiers of %s in the statuses in which the database does', async (api) => {
  await insertOperations(
    db.database,
    shop.shopId,
    statuses.map((status) => ({ api, status })),
  );
  const freed = await db.database('operations').where({ api, is_identifier_held: false }).pluck('status');
  expect(freed.sort()).toEqual([...profileOf(api).freeingStatuses].sort());
});
