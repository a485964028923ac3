import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

let db: TestDatabase;
let proxy: DatabaseProxy;
const cutsMade: string[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.raw('create table written (line integer)');
  proxy = await startDatabaseProxy(db.url, (what) => cutsMade.push(what));
});
afterAll(async () => {
  await proxy.stop();
  await db.drop();
});
beforeEach(() => db.database('written').delete());

const write = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: proxy.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query({ name: 'write_line', text: 'insert into written values ($1)', values: [1] });
  } finally {
    await client.end();
  }
};
const written = (): Promise<unknown[]> => db.database('written').pluck('line');

describe('the way to the database', () => {
  it('is open unless it is told otherwise', async () => {
    await write();
    expect(await written()).toEqual([1]);
  });

  it('is cut before a statement, which is then never written', async () => {
    proxy.cut('write_line', 'before', 1);
    await expect(write()).rejects.toThrow('Connection terminated');
    expect(await written()).toEqual([]);
  });

  it('is cut after a statement, which is then written and never answered', async () => {
    proxy.cut('write_line', 'after', 1);
    await expect(write()).rejects.toThrow('Connection terminated');
    expect(await written()).toEqual([1]);
    await write();
    expect(await written()).toEqual([1, 1]);
    expect(cutsMade).toEqual(['cut before write_line', 'cut after write_line']);
  });
});
