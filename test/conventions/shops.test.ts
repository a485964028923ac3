import { beforeAll, describe, expect, it } from '@jest/globals';
import { advisoryLocks } from '#platform/advisory-locks';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';
import { collectStatements } from './sql/collected-statements.ts';
import { unnamedShops } from './sql/exceptions.ts';
import { unnamedTables } from './sql/shops-named.ts';
import { readFunction, readFunctions, readStatements, tenantTablesIn, type Piece } from './sql/sql-pieces.ts';

const tenants = tenantTablesIn(readProjectFile('server/database/schema.sql'));

/** What it touches without naming its shop, with the name of the statement or function in front. */
const objectionsTo = (pieces: readonly Piece[], isFunction: boolean): string[] =>
  pieces.flatMap((piece) => {
    const tables = unnamedTables(piece, tenants, isFunction);
    return tables.length === 0 ? [] : [`${piece.name}: ${[...new Set(tables)].join(', ')}`];
  });

const ofStatement = (text: string): string[] => objectionsTo(readStatements([{ name: 'one', text }]), false);
const ofFunction = (text: string): string[] => objectionsTo(readFunction({ name: 'one', text }).pieces, true);

let found: readonly string[];
beforeAll(() => {
  found = [
    ...objectionsTo(readStatements(collectStatements().statements), false),
    ...readFunctions().flatMap(({ pieces }) => objectionsTo(pieces, true)),
  ];
});

it('knows the tables of tenants', () => {
  expect([...tenants]).toEqual(
    expect.arrayContaining(['operations', 'attempts', 'events', 'ledger_accounts', 'shops', 'audit_log']),
  );
  expect(tenants).not.toContain('methods');
});

it('every statement that locks or writes rows of tenants names one shop, and so does every query of a SQL function', () => {
  const names = [...new Set(found.map((objection) => objection.split(':')[0]!))].sort();
  const unexpected = found.filter((objection) => !(objection.split(':')[0]! in unnamedShops));
  expect(unexpected).toEqual([]);
  // The list may only become shorter: what names its shop by now has to leave it.
  expect(Object.keys(unnamedShops).sort()).toEqual(names);
});

describe('a shop is named', () => {
  it('by a value of the statement, in each part of it', () => {
    expect(ofStatement('update operations set status = $3 where shop_id = $1 and operation_id = $2')).toEqual([]);
    expect(ofStatement('update operations set status = $2 where operation_id = $1')).toEqual(['one: operations']);
    expect(ofStatement('select from attempts where check_at < now() for update')).toEqual(['one: attempts']);
    expect(ofStatement('select from attempts where check_at < now()')).toEqual([]);
    expect(
      ofStatement(`update attempts a set check_at = $2 from (select attempt_id from attempts where check_at <= $2) due
        where a.shop_id = $1 and a.attempt_id = due.attempt_id`),
    ).toEqual(['one: attempts']);
    expect(ofStatement('delete from receipts where shop_id = any($1::uuid[])')).toEqual(['one: receipts']);
    expect(ofStatement('delete from receipts where shop_id = $1 or receipt_id = $2')).toEqual(['one: receipts']);
  });

  it('by another table of the same part that has the same shop, and by no list', () => {
    const update = 'update operations o set status = $2 from attempts a where';
    expect(ofStatement(`${update} a.shop_id = $1 and o.shop_id = a.shop_id`)).toEqual([]);
    expect(
      ofStatement(`update operations o set status = $2 from unnest($1::uuid[]) as asked (shop_id)
      where o.shop_id = asked.shop_id`),
    ).toEqual(['one: operations as o']);
  });

  it('in what is inserted', () => {
    const insert = 'insert into shredding_leftovers (shop_id, operation_id)';
    expect(ofStatement(`${insert} values ($1, $2)`)).toEqual([]);
    expect(ofStatement(`${insert} select $1, unnest($2::uuid[])`)).toEqual([]);
    expect(ofStatement(`${insert} select $1, $2 union all select $1, $3`)).toEqual([]);
    expect(ofStatement(`${insert} select $1, $2 union select shop_id, $3 from shops where name = $4`)).toEqual([
      'one: shredding_leftovers, shops',
    ]);
    expect(
      ofStatement(
        `${insert} select shop_id, operation_id from json_to_recordset($1) as o (shop_id uuid, operation_id uuid)`,
      ),
    ).toEqual(['one: shredding_leftovers']);
  });

  it('by a parameter of the function, and by nothing that it has found out', () => {
    const bodyOf = (query: string) => `create or replace function one(p_shop uuid) returns void language plpgsql as $$
      declare found_shop uuid; begin ${query}; end $$`;
    expect(ofFunction(bodyOf('update operations set status = null where shop_id = p_shop'))).toEqual([]);
    expect(ofFunction(bodyOf('update operations set status = null where shop_id = found_shop'))).toEqual([
      'one: operations',
    ]);
    expect(ofFunction(bodyOf('if exists (select from attempts) then return; end if'))).toEqual(['one: attempts']);
  });
});

describe('what is held over all processes', () => {
  it('has a number of its own, by its name', () => {
    const numbers = Object.values(advisoryLocks);
    expect(new Set(numbers).size).toBe(numbers.length);
    const sources = projectFiles.filter((path) => /^server\/.*\.ts$/.test(path) && !isTest(path));
    const calls = sources.flatMap((path) =>
      [...readProjectFile(path).matchAll(/pg_\w*advisory\w*\((.*)$/gm)].map(([, call = '']) => `${path}: ${call}`),
    );
    expect(calls.length).toBe(numbers.length);
    expect(calls.filter((call) => !/: \?\)', \[advisoryLocks\.\w+\]\);$/.test(call))).toEqual([]);
  });
});
