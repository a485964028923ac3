import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { serverRoleOf } from '#platform/server-role';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { ownerRole, serverRole } from '#test/support/database-names';
import { grantRights } from './grant-rights.ts';
import { migrate, ownsTables, requireCurrentSchema } from './migrate.ts';

let db: TestDatabase;
let server: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  server = openDatabase({ url: db.serverUrl, ...patiently, poolSize: 1 }, createLog('silent'));
});
afterAll(async () => {
  await server.destroy();
  await db.drop();
});

const namesOf = async (query: string, values: readonly unknown[] = []): Promise<string[]> =>
  (await db.database.raw<{ rows: { name: string }[] }>(query, values as string[])).rows.map(({ name }) => name);

const tablesIn = (schema: string): Promise<string[]> =>
  namesOf(
    'select c.relname as name from pg_class c where c.relnamespace = ?::regnamespace and c.relkind = any(?) order by 1',
    [schema, ['r', 'p', 'v', 'm', 'f']],
  );

const denied = /permission denied|must be owner|must be able to|must have|must be superuser|only roles with/i;
const refuse = (statement: string): Promise<void> => expect(server.raw(statement)).rejects.toThrow(denied);

describe("the server's role", () => {
  const ledger = ['ledger_transactions', 'ledger_postings', 'audit_log', 'house_audit_log', 'receipts'];

  it.each(ledger)('may append to %s and read it, and not rewrite or remove a row', async (table) => {
    const { rows } = await db.database.raw<{ rows: { name: string }[] }>(
      'select attname as name from pg_attribute where attrelid = ?::regclass and attnum = 1',
      [table],
    );
    const column = rows[0]!.name;
    await server(table).select();
    await refuse(`update ${table} set ${column} = ${column}`);
    await refuse(`delete from ${table}`);
    await refuse(`truncate ${table}`);
    await refuse(`select from ${table} for update`);
    await refuse(`merge into ${table} using (select 1) as one on true when matched then delete`);
  });

  it.each(ledger)('cannot grant itself rights on %s', async (table) => {
    // Without the option to grant, Postgres only warns, and nothing is granted.
    await server.raw(`grant all on ${table} to current_user`);
    await server.raw(`grant update, delete on ${table} to public`);
    await refuse(`delete from ${table}`);
    expect(
      await namesOf(`select 'x' as name where has_table_privilege(?, ?, 'UPDATE, DELETE')`, [serverRole, table]),
    ).toEqual([]);
  });

  it('cannot drop, change, empty, rename or hang anything on any table', async () => {
    for (const table of await tablesIn('public')) {
      await refuse(`drop table ${table} cascade`);
      await refuse(`truncate ${table} cascade`);
      await refuse(`alter table ${table} add column planted text`);
      await refuse(`alter table ${table} rename to planted`);
      await refuse(`alter table ${table} owner to current_user`);
      await refuse(`alter table ${table} disable trigger all`);
      await refuse(`create index planted on ${table} ((1))`);
      await refuse(
        `create trigger planted before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      );
      await refuse(`create rule planted as on insert to ${table} do instead nothing`);
      await refuse(`create policy planted on ${table} using (true)`);
    }
  });

  const elsewhere = [
    'create table planted (id integer)',
    'create table public.planted as select 1 as one',
    'create view public.planted as select 1 as one',
    'create function public.planted() returns integer language sql as $$ select 1 $$',
    'create sequence public.planted',
    'create type public.planted as enum ()',
    'create schema planted',
    'create extension file_fdw',
    'create role planted',
    'create database planted',
    'drop schema public cascade',
    'insert into schema_migrations (name) values (null)',
    'update schema_migrations_lock set is_locked = 1',
    `set role ${ownerRole}`,
    'set role postgres',
    `set session authorization ${ownerRole}`,
    `grant ${ownerRole} to current_user`,
    `alter role ${ownerRole} password 'planted'`,
    'alter role current_user superuser',
    'alter role current_user createrole',
    'alter role current_user bypassrls',
    `alter default privileges for role ${ownerRole} in schema public grant all on tables to ${serverRole}`,
    `reassign owned by ${ownerRole} to ${serverRole}`,
    `drop owned by ${ownerRole}`,
    'set session_replication_role = replica',
    'alter system set fsync = off',
    "copy merchants to program 'true'",
    "copy merchants to '/tmp/planted'",
    "select pg_read_file('postgresql.conf')",
    'delete from merchants',
    'delete from events',
    'delete from attempts',
    'delete from ledger_accounts',
    'delete from api_keys',
  ];
  it.each(elsewhere)('cannot %s', async (statement) => {
    await refuse(statement);
  });

  it('cannot replace, change or drop a function of ours', async () => {
    const functions = await namesOf(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    );
    expect(functions.length).toBeGreaterThan(20);
    for (const name of functions) {
      await refuse(`drop function ${name} cascade`);
      await refuse(`alter function ${name} security definer`);
    }
  });

  it('finds the schema current and is told apart from its owner', async () => {
    await requireCurrentSchema(server);
    expect([await ownsTables(server), await ownsTables(db.database)]).toEqual([false, true]);
  });

  it('cannot migrate, and is told in one line who can', async () => {
    await expect(migrate(server)).rejects.toThrow(
      /^Only the owner of the tables can migrate them: .+DATABASE_OWNER_URL\.$/,
    );
  });
});

describe('functions', () => {
  it('run with the rights of who calls them, and only the server and the owner may', async () => {
    const ours = `pronamespace = 'public'::regnamespace`;
    expect(await namesOf(`select proname as name from pg_proc where ${ours} and prosecdef`)).toEqual([]);
    const closed = await namesOf(
      `select proname as name from pg_proc where ${ours} and not has_function_privilege(?, oid, 'EXECUTE')`,
      [serverRole],
    );
    expect(closed).toEqual([]);
    const open = await namesOf(
      `select proname as name from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
        where ${ours} and acl.grantee = 0`,
    );
    expect(open).toEqual([]);
  });

  it('that are made later are the server’s at once', async () => {
    await db.database.raw('create function later() returns integer language sql as $$ select 7 $$');
    expect((await server.raw<{ rows: { later: number }[] }>('select later()')).rows).toEqual([{ later: 7 }]);
    await db.database.raw('drop function later');
  });
});

describe('tables of later migrations', () => {
  beforeEach(() => db.database.raw('create table later (id integer)'));

  it('are nothing to the server before it was decided about them', async () => {
    await refuse('select * from later');
    await grantRights(db.database, serverRole);
    await refuse('select * from later');
    await db.database.raw('drop table later');
  });
});

describe('rights', () => {
  it('that were granted by hand are taken back by the next migration, and none is missing afterwards', async () => {
    await db.database.raw(`grant delete, truncate on ledger_accounts to ${serverRole}`);
    await db.database.raw('grant update on ledger_postings to public');
    expect(await migrate(db.database, serverRole)).toEqual([]);
    await refuse('delete from ledger_accounts');
    await refuse('update ledger_postings set amount = 1');
    await server('ledger_accounts').update({ balance: 0 });
  });

  it('are given to no role that could help itself', async () => {
    await expect(grantRights(db.database, 'nobody_there')).rejects.toThrow(
      /^The server's role nobody_there does not exist: .+$/,
    );
    await expect(grantRights(db.database, 'postgres')).rejects.toThrow(
      /^The server's role postgres could take every right for itself: .+$/,
    );
    await expect(grantRights(db.database, ownerRole)).rejects.toThrow('could take every right for itself');
  });
});

it('the role is the one in the address of the server, where that is not the owner’s', () => {
  expect(serverRoleOf('postgres://s%40x:p@h/d', 'postgres://o@h/d')).toBe('s@x');
  expect(serverRoleOf('postgres://o:p@h/d', 'postgres://o@h/d')).toBeNull();
  expect(serverRoleOf('postgres://h/d', 'postgres://o@h/d')).toBeNull();
});
