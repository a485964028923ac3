import type { Database } from '#platform/database';

type Table = { readonly name: string; readonly options: string | null; readonly revoked: string | null };
type Part = { readonly table: string; readonly text: string };

/** The tables that our migrations make: those of the tools that run them and our jobs are the tools' own. */
const ours = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_migrations%'`;

const tables = `
  select c.relname as name, array_to_string(c.reloptions, ', ') as options, (
    select string_agg(lower(privilege), ', ' order by privilege)
    from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as privilege
    where not has_table_privilege(c.relowner, c.oid, privilege)
  ) as revoked
  from pg_class c where ${ours} order by c.relname`;

const columns = `
  select c.relname as table, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${ours} order by c.relname, a.attnum`;

// Newer versions of Postgres keep "not null" as a constraint too; the columns have said it already.
const constraints = `
  select c.relname as table, 'constraint ' || con.conname || ' ' || pg_get_constraintdef(con.oid) as text
  from pg_class c join pg_constraint con on con.conrelid = c.oid and con.contype in ('p', 'u', 'c', 'f', 'x')
  where ${ours} order by c.relname, position(con.contype in 'pufcx'), con.conname`;

const indexes = `
  select c.relname as table, pg_get_indexdef(i.indexrelid) || ';' as text
  from pg_class c join pg_index i on i.indrelid = c.oid join pg_class n on n.oid = i.indexrelid
  where ${ours} and not exists (select from pg_constraint where conindid = i.indexrelid)
  order by c.relname, n.relname`;

const functions = `
  select p.proname as name, pg_get_functiondef(p.oid) as definition,
    p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) as signature
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const header = `-- The tables in which the migrations end, as Postgres describes them. A test compares this with a migrated database;
-- UPDATE_SCHEMA=1 in front of that test writes this file anew.
`;

const rowsOf = async <Row>(database: Database, query: string): Promise<readonly Row[]> =>
  (await database.raw<{ rows: Row[] }>(query)).rows;

/** Tables with their columns, constraints, indexes and withdrawn rights, always in the same order. */
export const dumpTables = async (database: Database): Promise<string> => {
  const inside = [...(await rowsOf<Part>(database, columns)), ...(await rowsOf<Part>(database, constraints))];
  const after = await rowsOf<Part>(database, indexes);
  const of = (parts: readonly Part[], name: string): string[] =>
    parts.filter((part) => part.table === name).map(({ text }) => text);
  const tableTexts = (await rowsOf<Table>(database, tables)).map(({ name, options, revoked }) =>
    [
      `create table ${name} (\n  ${of(inside, name).join(',\n  ')}\n)${options === null ? '' : ` with (${options})`};`,
      ...of(after, name),
      ...(revoked === null ? [] : [`revoke ${revoked} on ${name} from current_user;`]),
    ].join('\n'),
  );
  return `${[header, ...tableTexts].join('\n\n').replace('\n\n\n', '\n\n')}\n`;
};

export type StoredFunction = { readonly name: string; readonly signature: string; readonly definition: string };

/** The functions that there are, by name. */
export const listFunctions = (database: Database): Promise<readonly StoredFunction[]> =>
  rowsOf<StoredFunction>(database, functions);
