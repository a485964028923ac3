import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable, isPoolExhausted, openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { createTestDatabase, type TestDatabase } from '#test/support/database';

let db: TestDatabase;
let database: Database;
beforeEach(async () => {
  db = await createTestDatabase();
  database = openDatabase({ ...patiently, url: db.url, poolSize: 1, queueLimit: 2 }, createLog('silent'));
});
afterEach(async () => {
  await database.destroy();
  await db.drop();
});

const ask = (): Promise<unknown> => Promise.resolve(database.raw('select 1'));

describe('a pool whose connections are all taken', () => {
  it('lets so many wait, and refuses the next at once', async () => {
    const transaction = await database.transaction();
    const waiting = [ask(), ask()];
    const refused: unknown = await ask().catch((error: unknown) => error);
    expect([isPoolExhausted(refused), isDatabaseUnavailable(refused)]).toEqual([true, true]);
    await transaction.commit();
    await Promise.all(waiting);
    await expect(ask()).resolves.toBeDefined();
  });

  it('refuses nothing that belongs to who holds one', async () => {
    const transaction = await database.transaction();
    const waiting = [ask(), ask()];
    await expect(Promise.resolve(transaction.raw('select 1'))).resolves.toBeDefined();
    await transaction.commit();
    await Promise.all(waiting);
  });
});
