import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tableRights } from '#database/table-rights';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { serverRole } from '#test/support/database-names';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const namesOf = async (query: string, values: readonly unknown[] = []): Promise<string[]> =>
  (await db.database.raw<{ rows: { name: string }[] }>(query, values as string[])).rows.map(({ name }) => name);

const isTable = `c.relnamespace = 'public'::regnamespace and c.relkind = any(array['r', 'p', 'v', 'm', 'f']::"char"[])`;

// That of knex: the lock is taken by who migrates, and that is the owner.
const others = ['schema_migrations_lock'];

it('server/database/table-rights.ts decides what the server may do with every table, and names no other', async () => {
  const tables = await namesOf(`select c.relname as name from pg_class c where ${isTable} order by 1`);
  expect(tables.filter((table) => !others.includes(table))).toEqual(Object.keys(tableRights).sort());
});

it('lets the server only append to what the schema lets even the owner only append to', async () => {
  const appended = await namesOf(
    `select c.relname as name from pg_class c where ${isTable} and not has_table_privilege(c.relowner, c.oid, 'UPDATE')`,
  );
  expect(appended.length).toBeGreaterThan(3);
  for (const table of appended) expect([table, tableRights[table]]).toEqual([table, ['select', 'insert']]);
});

it('is what the role has in the database', async () => {
  const verbs = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
  for (const table of [...Object.keys(tableRights), ...others]) {
    const has = await namesOf(
      'select lower(verb) as name from unnest(?::text[]) as verb where has_table_privilege(?, ?, verb)',
      [verbs, serverRole, `public.${table}`],
    );
    expect([table, has]).toEqual([table, tableRights[table] ?? []]);
  }
});
