import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { programVersion } from '#platform/program-version';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { serverRole } from '#test/support/database-names';
import { applyFunctions, missingFunctions } from './apply-functions.ts';
import { migrate, requireCurrentSchema } from './migrate.ts';
import { readFunction, sqlFunctions, type SqlFunction } from './sql-functions.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const made = (name: string, body: string): SqlFunction =>
  readFunction(`create or replace function ${name}() returns boolean language sql as $$ ${body} $$`);

const apply = (functions: readonly SqlFunction[], version = programVersion()): Promise<string[]> =>
  db.database.transaction((tx) => applyFunctions(tx, functions, version));

const answerOf = async (name: string): Promise<unknown> =>
  (await db.database.raw<{ rows: { answer: unknown }[] }>(`select ${name}() as answer`)).rows[0]?.answer;

describe('functions', () => {
  it('are made or replaced when their text changed, and only then', async () => {
    const first = made('is_open', 'select true');
    expect(await apply([...sqlFunctions, first])).toEqual(['is_open']);
    expect(await answerOf('is_open')).toBe(true);
    expect(await apply([...sqlFunctions, first])).toEqual([]);
    expect(await apply([made('is_open', 'select false')])).toEqual(['is_open']);
    expect(await answerOf('is_open')).toBe(false);
    // Back to the text that it had before.
    expect(await apply([first])).toEqual(['is_open']);
    expect(await answerOf('is_open')).toBe(true);
  });

  it('may ask with the question marks of jsonb', async () => {
    await apply([made('is_named', `select '{"name": 1}'::jsonb ? 'name'`)]);
    expect(await answerOf('is_named')).toBe(true);
  });

  it('are applied all or none', async () => {
    const wrong = made('is_wrong', 'select is_not_there()');
    await expect(apply([made('is_right', 'select true'), wrong])).rejects.toThrow('is_not_there() does not exist');
    await expect(answerOf('is_right')).rejects.toThrow('does not exist');
    expect(await missingFunctions(db.database, [made('is_right', 'select true')])).toEqual(['is_right']);
  });

  it('of the last version are not missed after the next one has replaced them', async () => {
    const [last, next] = [made('is_open', 'select true'), made('is_open', 'select not false')];
    await apply([last]);
    expect(await missingFunctions(db.database, [next])).toEqual(['is_open']);
    await apply([next]);
    expect(await missingFunctions(db.database, [last, next])).toEqual([]);
  });

  it('of a later version are left as they are by an earlier one', async () => {
    const [earlier, later] = [made('is_open', 'select true'), made('is_open', 'select false')];
    await apply([earlier], '9.9.0');
    expect(await apply([later], '9.10.0')).toEqual(['is_open']);
    expect(await apply([earlier], '9.9.1')).toEqual([]);
    expect(await answerOf('is_open')).toBe(false);
    expect(await apply([earlier], '9.10.1')).toEqual(['is_open']);
  });

  it('that were never applied keep a server from starting, until the owner migrates', async () => {
    await db.database('sql_functions').where('name', 'ledger_post').update({ hash: 'of another text' });
    await expect(requireCurrentSchema(db.database)).rejects.toThrow(
      'The database lacks 1 function(s); run `turnpike migrate` first.',
    );
    expect(await migrate(db.database)).toEqual(['function ledger_post']);
    await requireCurrentSchema(db.database);
  });
});

it('a database that a later version has migrated serves this one, and is left as it is', async () => {
  await db.database('schema_migrations').insert({ name: '9999_add_something', batch: 2 });
  await db.database('sql_functions').insert({ name: 'ledger_post', hash: 'of a later text', is_current: false });
  await db.database('sql_functions').where({ name: 'ledger_post' }).update({ is_current: false });
  await requireCurrentSchema(db.database);
  expect(await migrate(db.database, serverRole)).toEqual([]);
  const current = await db.database('sql_functions').where({ name: 'ledger_post', is_current: true });
  expect(current).toEqual([]);
});

it('two owners who migrate at once do not meet: one does it, and the other finds it done', async () => {
  await db.database.raw('drop schema public cascade; create schema public');
  const both = [1, 2].map(() => migrate(db.database, serverRole));
  const [less = [], more = []] = (await Promise.all(both)).sort((one, other) => one.length - other.length);
  expect([less, more.at(-1)]).toEqual([[], `function ${sqlFunctions.at(-1)!.name}`]);
  await requireCurrentSchema(db.database);
});

it('a server’s role that there is not stops all of it', async () => {
  await db.database('sql_functions').where('name', 'ledger_post').delete();
  await expect(migrate(db.database, 'nobody_there')).rejects.toThrow('nobody_there does not exist');
  await expect(requireCurrentSchema(db.database)).rejects.toThrow('lacks 1 function(s)');
});
