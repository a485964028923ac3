import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase, patiently, type Database } from '#platform/database';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { migrationSource } from './index.ts';

let db: TestDatabase;
/** The same database, seen through an empty schema. */
let empty: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.raw('create schema earlier');
  const url = `${db.url}?options=-c%20search_path%3Dearlier`;
  empty = openDatabase({ ...patiently, url }, createLog('silent'));
});
afterAll(async () => {
  await empty.destroy();
  await db.drop();
});

const migrateTo = async (last: string): Promise<void> => {
  const names = (await migrationSource.getMigrations([])).filter((name) => name <= last);
  const source = { ...migrationSource, getMigrations: () => Promise.resolve(names) };
  await empty.migrate.latest({ migrationSource: source, tableName: 'schema_migrations' });
};

it('reasons that the audit log held are moved out of it, and it can be changed no more than before', async () => {
  await migrateTo('0022_keep_key_canaries');
  const entries = ['Иван попросил', 'cancel'].map((reason) => ({
    entry_id: newId<string>(),
    shop_id: newId<string>(),
    actor: 'merchant',
    action: 'payment.cancelled',
    subject: newId<string>(),
    before: { status: 'pending' },
    after: { reason },
  }));
  const other = { ...entries[0], entry_id: newId<string>(), action: 'endpoint.disabled', after: { reason: 'gone' } };
  await empty('audit_log').insert([...entries, other]);

  await migrateTo('0023_keep_cancel_reasons');

  const [first, second] = entries;
  const after = await empty('audit_log').orderBy('entry_id').pluck('after');
  expect(after).toEqual([{ reason_id: first!.entry_id }, second!.after, other.after]);
  expect(await empty('cancel_reasons')).toMatchObject([
    { shop_id: first!.shop_id, entry_id: first!.entry_id, reason_plain: 'Иван попросил', reason_encrypted: null },
  ]);
  await expect(empty('audit_log').update({ after: null })).rejects.toThrow('permission denied');
});
