import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationSource } from '#database/tables/index';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { dumpTables } from './schema-dump.ts';
import { projectFiles, readProjectFile, rootDirectory } from './source-files.ts';

/** What belongs to the house or to all shops: small, and a reference table where the schema is distributed. */
const sharedTables = [
  'api_key_directory',
  'bank_aliases',
  'bank_lists',
  'banks',
  'client_directory',
  'connector_secrets',
  'connectors',
  'fx_rates',
  'hosted_pages',
  'house_audit_log',
  'instances',
  'key_ring_canaries',
  'maintenance_windows',
  'merchants',
  'methods',
  'providers',
  'receipt_digests',
  'settlement_files',
  'settlement_lines',
  'settlement_strays',
  'signing_keys',
  'sql_functions',
];
/**
 * Keyed by shop in a unique constraint, which becomes the primary key when no version writes rows without a shop any more. The
 * list may only become shorter.
 */
const uniqueUntilNextRelease = ['audit_log'];
/** A shop's name is unique over all shops, so that a command line needs no more than the name. */
const uniqueOverShops = ['shops_name_key'];

/** Tried on the empty tables: what the owner may not do fails before it looks for a row. */
const refused = [
  'update audit_log set actor = null',
  'delete from audit_log',
  'truncate audit_log',
  'update house_audit_log set actor = null',
  'delete from house_audit_log',
  'truncate house_audit_log',
  'update ledger_postings set amount = 1',
  'delete from ledger_postings',
  'truncate ledger_postings',
  'update ledger_transactions set kind = null',
  'delete from ledger_transactions',
  'truncate ledger_transactions',
  'update receipts set amount = 1',
  'truncate receipts',
];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const namesOf = async (query: string, values: readonly unknown[] = []): Promise<string[]> => {
  const { rows } = await db.database.raw<{ rows: { name: string }[] }>(query, values as string[]);
  return rows.map(({ name }) => name);
};

const isOurs = `c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_migrations%'`;
const isTenants = `${isOurs} and c.relkind = 'r' and not c.relname = any(?)`;

describe('a table of tenant data', () => {
  const withoutKey = (kind: 'primary' | 'unique') =>
    namesOf(
      `select c.relname as name from pg_class c where ${isTenants} and not exists (
        select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indis${kind} and a.attname = 'shop_id')`,
      [sharedTables],
    );

  it('has shop_id first in its primary key', async () => {
    expect(await withoutKey('primary')).toEqual(uniqueUntilNextRelease);
    expect(await withoutKey('unique')).toEqual([]);
  });

  it('has shop_id first in every unique index', async () => {
    const wrong = await namesOf(
      `select n.relname as name from pg_class c join pg_index i on i.indrelid = c.oid
        join pg_class n on n.oid = i.indexrelid
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where ${isTenants} and i.indisunique and a.attname is distinct from 'shop_id'`,
      [sharedTables],
    );
    expect(wrong).toEqual(uniqueOverShops);
  });

  it('refers to another table of tenant data by shop_id first', async () => {
    const wrong = await namesOf(
      `select con.conname as name from pg_class c join pg_constraint con on con.conrelid = c.oid and con.contype = 'f'
        join pg_class t on t.oid = con.confrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = con.conkey[1]
        where ${isTenants} and not t.relname = any(?) and a.attname <> 'shop_id'`,
      [sharedTables, sharedTables],
    );
    expect(wrong).toEqual([]);
  });
});

it('lists no shared table that is gone', async () => {
  expect(
    await namesOf(`select relname as name from pg_class where relname = any(?) order by 1`, [sharedTables]),
  ).toEqual(sharedTables);
});

it.each(refused)('refuses to %s, even to the owner of the table', async (statement) => {
  await expect(db.database.raw(statement)).rejects.toThrow('permission denied');
});

it('has no triggers', async () => {
  expect(
    await namesOf(`select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where ${isOurs} and not tgisinternal`),
  ).toEqual([]);
});

it('keeps no figure in a floating-point column and all money in numeric ones', async () => {
  const wrong = await namesOf(
    `select c.relname || '.' || a.attname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where ${isOurs} and c.relkind = 'r' and (
        a.atttypid in ('real'::regtype, 'double precision'::regtype, 'money'::regtype)
        or (a.attname ~ '(amount|balance|rate|percent|fixed|minimum)$' and a.atttypid <> 'numeric'::regtype))`,
  );
  expect(wrong).toEqual([]);
});

// A gap is a number that was given out and not needed.
it('numbers its migrations once each, in the order in which they run', async () => {
  const numbers = projectFiles.flatMap((path) => /^server\/database\/tables\/(\d{4})_\w+\.ts$/.exec(path)?.[1] ?? []);
  const run = await migrationSource.getMigrations([]);
  expect(run.map((name) => name.slice(0, 4))).toEqual([...new Set(numbers)].sort());
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('ends in the committed server/database/schema.sql', async () => {
  const path = 'server/database/schema.sql';
  const dump = await dumpTables(db.database);
  if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(join(rootDirectory, path), dump);
  expect(dump).toBe(readProjectFile(path));
});
