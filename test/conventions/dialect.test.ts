import { beforeAll, expect, it } from '@jest/globals';
import { projectFiles, isTest, readProjectFile } from './source-files.ts';
import { collectStatements } from './sql/collected-statements.ts';
import { refusalsOf, refusalsOfFunction, type Refusal } from './sql/dialect.ts';
import { directories, ofShops, refusedByDialect } from './sql/exceptions.ts';
import { readFunction, readFunctions, readStatements, tenantTablesIn } from './sql/sql-pieces.ts';

const tables = {
  tenants: tenantTablesIn(readProjectFile('server/database/schema.sql')),
  directories: new Set(directories),
};

let found: ReadonlyMap<string, readonly Refusal[]>;
beforeAll(() => {
  const all = [
    ...readStatements(collectStatements().statements).map((piece) => [piece.name, refusalsOf(piece, tables)] as const),
    ...readFunctions().map((one) => [`${one.name}()`, refusalsOfFunction(one, tables)] as const),
  ];
  found = new Map(all.filter(([, refusals]) => refusals.length > 0));
});

it('a Postgres that is distributed by shop would take every statement and every SQL function', () => {
  const listed = (of: Iterable<readonly [string, readonly Refusal[]]>) =>
    [...of].map(([name, refusals]) => `${name}: ${[...refusals].sort().join(', ')}`).sort();
  const excepted = Object.entries(refusedByDialect).flatMap(([, { names }]) => Object.entries(names));
  // The lists may only become shorter: what would be taken by now has to leave them.
  expect(listed(found)).toEqual(listed(excepted));
});

it('what is sent for several shops at once has a twin for one, which would be taken', () => {
  const together = Object.keys(refusedByDialect['together']!.names);
  expect(together.filter((name) => !name.endsWith(ofShops))).toEqual([]);
  const twins = together.map((name) => name.slice(0, -ofShops.length));
  const names = collectStatements().statements.map(({ name }) => name);
  expect(twins.filter((name) => !names.includes(name) || found.has(name))).toEqual([]);
});

const ofStatement = (text: string) => refusalsOf(readStatements([{ name: 'one', text }])[0]!, tables);
const ofFunction = (text: string) => refusalsOfFunction(readFunction({ name: 'one', text }), tables);

it.each<readonly [string, readonly Refusal[]]>([
  ['select operation_id from operations where shop_id = $1 and operation_id = $2', []],
  ['with recursive due as (select operation_id from operations) select from due', ['recursive query']],
  ['select case status when $1 then 1 end from operations where shop_id = $2', ['case of a value']],
  ['update operations set updated_at = now() where shop_id = $1', []],
  ["update attempts set check_at = now() + $2 * interval '1 second', checks = checks + 1 where shop_id = $1", []],
  ["update attempts set check_at = now() + checks * interval '1 second' where shop_id = $1", ['time beside a column']],
  ['update attempts set check_at = coalesce($2, now()) where shop_id = $1', ['time beside a column']],
  ['delete from attempts where shop_id = $1 returning now()', ['time beside a column']],
  ['select ended_at(o) from operations o where o.shop_id = $1', ['function of a whole row']],
  [
    'update operations o set status = a.status from jsonb_to_record($2) as a (status text) where o.shop_id = $1',
    ['record from JSON'],
  ],
  [
    'select from unnest($1::uuid[]) as asked (id) where (select true from operations o where o.shop_id = asked.id)',
    ['several shops in one list'],
  ],
  [
    'select o.status from hosted_pages p join operations o using (shop_id) where p.operation_id = $1',
    ['directory beside other tables'],
  ],
])('what it would say about: %s', (text, expected) => {
  expect(ofStatement(text)).toEqual(expected);
});

it('no function may touch a directory beside tables of tenants, in whatever statement', () => {
  const bodyOf = (query: string) => `create or replace function one(p_shop uuid) returns void language plpgsql as $$
    begin update operations set status = null where shop_id = p_shop; ${query}; end $$`;
  expect(ofFunction(bodyOf('delete from hosted_pages where operation_id is null'))).toEqual([
    'directory beside other tables',
  ]);
  expect(ofFunction(bodyOf('delete from receipts where shop_id = p_shop'))).toEqual([]);
});

it('no function in plain SQL that is given values may read tables of tenants', () => {
  const head = 'create or replace function one(p_shop uuid) returns bigint language sql as';
  expect(ofFunction(`${head} $$ select count(*) from operations where shop_id = p_shop $$`)).toEqual([
    'plain SQL function',
  ]);
  expect(ofFunction(`${head} $$ select count(*) from methods $$`)).toEqual([]);
});

// Where the tables are distributed, their constraints have other names, and errors name none.
it('no refusal is known by the name of a constraint', () => {
  const sources = projectFiles.filter((path) => /^server\/.*\.ts$/.test(path) && !isTest(path));
  expect(sources.filter((path) => /\bconstraint\?:|\.constraint\b/.test(readProjectFile(path)))).toEqual([]);
});
