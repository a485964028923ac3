import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, patiently, type Database } from '#platform/database';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { dumpTables, listFunctions } from '#test/conventions/schema-dump';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { earlierSteps, stepsInTheirPlace } from './adopt-earlier-steps.ts';
import { migrate, requireCurrentSchema } from './migrate.ts';
import { sqlFunctions } from './sql-functions.ts';
import { migrationSource } from './tables/index.ts';

const earlierSchema = readFileSync(new URL('../../test/support/schema-at-0050.sql', import.meta.url), 'utf8');

let db: TestDatabase;
let earlier: Database;
beforeEach(async () => {
  db = await createTestDatabase();
  await db.database.raw('drop schema public cascade; create schema public');
  earlier = openDatabase({ ...patiently, url: db.url }, createLog('silent'));
  await earlier.raw(earlierSchema);
});
afterEach(async () => {
  await earlier.destroy();
  await db.drop();
});

/** As knex kept them. */
const keepSteps = async (names: readonly string[]): Promise<void> => {
  await earlier.raw(`
    create table schema_migrations (
      id serial primary key, name varchar(255), batch integer, migration_time timestamptz);
    create table schema_migrations_lock (index serial primary key, is_locked integer);
    insert into schema_migrations_lock (is_locked) values (0)`);
  await earlier('schema_migrations').insert(names.map((name) => ({ name, batch: 1, migration_time: new Date() })));
};

/** How columns lie on the disk, which the dump leaves out. */
const layoutOf = async (database: Database): Promise<unknown> =>
  (
    await database.raw<{ rows: unknown[] }>(
      `select attrelid::regclass::text as table, attname, attstorage, attcompression, attgenerated
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
          and relname not like 'schema_migrations%'
        order by 1, attnum`,
    )
  ).rows;

describe('a database that ended in the last of the earlier migrations', () => {
  it('goes on from there: its rows stay, and its schema is that of a new database', async () => {
    await keepSteps(earlierSteps);
    await earlier('merchants').insert({ merchant_id: '01890000-0000-7000-8000-000000000001', name: 'Kept' });
    await expect(requireCurrentSchema(earlier)).rejects.toThrow('run `turnpike migrate` first');

    const taken = await migrate(earlier);

    const since = (await migrationSource.getMigrations([])).slice(stepsInTheirPlace.length);
    expect(since[0]).toBe('0008_keep_sql_functions');
    expect(taken).toEqual([...since, ...sqlFunctions.map(({ name }) => `function ${name}`)]);
    expect(await earlier('merchants').pluck('name')).toEqual(['Kept']);
    await requireCurrentSchema(earlier);
    const fresh = await createTestDatabase();
    expect(await dumpTables(earlier)).toBe(await dumpTables(fresh.database));
    const names = new Set<unknown>(sqlFunctions.map(({ name }) => name));
    // A function that has another name since stays for servers of the version before.
    const known = (await listFunctions(earlier)).filter(({ name }) => names.has(name));
    expect(known).toEqual(await listFunctions(fresh.database));
    expect(await layoutOf(earlier)).toEqual(await layoutOf(fresh.database));
    await fresh.drop();
    expect(await migrate(earlier)).toEqual([]);
  });
});

it('gives attempts the currency of their operations, and takes those that come without one', async () => {
  await keepSteps(earlierSteps);
  const [shopId, operationId] = [newId(), newId()];
  await earlier.raw(
    `insert into operations (shop_id, operation_id, api, merchant_operation_id, type, method, currency, expected_amount,
        client_id, body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed, tariff_minimum,
        settlement_amount, commission_amount, status)
      values (?, ?, 'v1', 'order', 'payment', 'WT_RUB_C2C', 'RUB', 100, 'client', '\\x00', 1, 'RUB', 3, 0, 0, 97, 3, 'rejected')`,
    [shopId, operationId],
  );
  const attempt = (position: number) => ({
    shop_id: shopId,
    attempt_id: newId(),
    operation_id: operationId,
    provider_id: 'sandbox-1',
    position,
    amount: '100.00',
    state: 'declined',
  });
  await earlier('attempts').insert(attempt(1));
  await migrate(earlier);
  // As servers of the version before go on to do.
  await earlier('attempts').insert(attempt(2));
  expect(await earlier('attempts').orderBy('position').pluck('currency')).toEqual(['RUB', null]);
});

it('gives the methods that there are a bank rule, and takes those that come without one', async () => {
  await keepSteps(earlierSteps);
  const method = (api: string, code: string, direction: string, rail = 'phone') => ({
    api,
    code,
    direction,
    currency: 'RUB',
    rail,
    number_format: 'phone_ru',
    min_amount: '0.01',
    max_amount: '100.00',
  });
  await earlier('methods').insert([
    method('v1', 'card', 'payout', 'card'),
    method('v1', 'phone', 'payment'),
    method('v1', 'phone', 'payout'),
    method('h2h', 'sbp', 'payout'),
    method('h2h', 'mobile', 'payout'),
  ]);
  await migrate(earlier);
  // As servers of the version before go on to do.
  await earlier('methods').insert(method('v1', 'new', 'payout'));
  const found = await earlier('methods').orderBy(['code', 'direction']).select('code', 'direction', 'bank_rule');
  expect(found.map(({ code, direction, bank_rule: rule }) => `${code} ${direction}: ${rule}`)).toEqual([
    'card payout: ignored',
    'mobile payout: verbatim',
    'new payout: ignored',
    'phone payment: ignored',
    'phone payout: listed',
    'sbp payout: classified',
  ]);
});

describe('a database between the earlier migrations', () => {
  it('is refused in one line, and left as it was', async () => {
    await keepSteps(earlierSteps.slice(0, -2));
    const before = await dumpTables(earlier);
    await expect(migrate(earlier)).rejects.toThrow(
      /^The database stands at 0030_annotate_operations, .+ goes on from 0050_adjust_operations: migrate it with .+ first\.$/,
    );
    expect(await dumpTables(earlier)).toBe(before);
    expect(await earlier('schema_migrations').pluck('name')).toEqual(earlierSteps.slice(0, -2));
  });
});

it('the steps in their place begin today’s, and none has a name that was used before', async () => {
  const names = await migrationSource.getMigrations([]);
  expect(names.slice(0, stepsInTheirPlace.length)).toEqual(stepsInTheirPlace);
  expect(names.filter((name) => earlierSteps.includes(name))).toEqual([]);
});
