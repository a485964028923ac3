import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as texts from '#database/functions/index';
import { callsIn, readFunction, sqlFunctions } from '#database/sql-functions';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { listFunctions, type StoredFunction } from './schema-dump.ts';
import { isTest, projectFiles, readProjectFile, rootDirectory } from './source-files.ts';

let db: TestDatabase;
let stored: readonly StoredFunction[];
beforeAll(async () => {
  db = await createTestDatabase();
  stored = await listFunctions(db.database);
});
afterAll(() => db.drop());

const namesOf = async (query: string): Promise<string[]> =>
  (await db.database.raw<{ rows: { name: string }[] }>(query)).rows.map(({ name }) => name);

const files = projectFiles.filter((path) => /^server\/database\/functions\/[^/]+\/[^/]+\.ts$/.test(path));
const stemOf = (path: string): string => /([^/]+)\.ts$/.exec(path)![1]!;
const definition = /create (?:or replace )?(?:function|procedure)\s+"?(\w+)/gi;

describe('a SQL function', () => {
  it('has one file, which is named after it, and exports its text under its name', () => {
    for (const path of files) {
      const defined = [...readProjectFile(path).matchAll(definition)].map(([, name = '']) => name);
      const exported = stemOf(path).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect([path, ...defined]).toEqual([path, stemOf(path).replaceAll('-', '_')]);
      expect(Object.keys(texts)).toContain(exported);
      expect([path, readFunction(texts[exported as keyof typeof texts]).name]).toEqual([path, defined[0]]);
    }
  });

  it('is in the migrated database if it has a file, and only then', () => {
    const named = files.map((path) => stemOf(path).replaceAll('-', '_')).sort();
    expect(named.length).toBeGreaterThan(40);
    expect(stored.map(({ name }) => name)).toEqual(named);
  });

  it('is defined nowhere else', () => {
    const sources = projectFiles.filter((path) => /^server\/.*\.(ts|mjs|sql)$/.test(path) && !isTest(path));
    const others = sources.filter((path) => !files.includes(path) && path !== 'server/database/sql-functions.ts');
    expect(others.filter((path) => readProjectFile(path).search(definition) !== -1)).toEqual([]);
  });

  it('is called by a statement of the server or by another function', () => {
    const sources = projectFiles
      .filter((path) => /^server\/.*\.ts$/.test(path) && !path.startsWith('server/database/') && !isTest(path))
      .map((path) => readProjectFile(path).replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, ''));
    const called = new Set(sqlFunctions.flatMap(({ name, text }) => callsIn(text).filter((other) => other !== name)));
    const idle = sqlFunctions.filter(
      ({ name }) =>
        !called.has(name) &&
        !sources.some((source) => new RegExp(`\\b${name}\\(|shopSteps\\(\\s*'${name}'`).test(source)),
    );
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it('calls no function that there is not', async () => {
    const known = new Set([
      ...sqlFunctions.map(({ name }) => name),
      ...(await namesOf(`select proname as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace`)),
      ...(await namesOf(
        `select format_type(oid, null) as name from pg_type where typnamespace = 'pg_catalog'::regnamespace`,
      )),
      // With values or columns in parentheses behind it: coalesce, in, over, and their like.
      ...(await namesOf('select word as name from pg_get_keywords()')),
      ...['loop', 'if', 'elsif'],
    ]);
    const unknown = sqlFunctions.flatMap(({ name, text }) => {
      // Names before a list of columns: of a table that is written, of rows that are named.
      const listed = [...text.matchAll(/\b(?:insert into|as|references|with) (\w+)\s*\(/g)].map(([, table]) => table);
      const named = callsIn(text).filter((called) => !known.has(called) && !listed.includes(called));
      return named.map((called) => `${name} calls ${called}`);
    });
    expect(unknown).toEqual([]);
  });
});

/** `name(arguments) returns result`, and what became of a function that has no file any more. */
const listed = (): readonly string[] => readProjectFile('server/database/signatures.txt').trimEnd().split('\n');
const nameIn = (line: string): string => /^\w+/.exec(line)?.[0] ?? '';

const mostInARow = 8;

describe('the parameters of a SQL function', () => {
  it('are few, or its shop and one record: in a long row two are exchanged without an error', () => {
    const parametersOf = ({ signature }: StoredFunction): number =>
      (/\(([^)]*)\) returns/.exec(signature)?.[1] ?? '').split(', ').length;
    const long = stored.filter((one) => parametersOf(one) > mostInARow).map(({ name }) => name);
    expect(long).toEqual([]);
  });
});

describe('server/database/signatures.txt', () => {
  const path = 'server/database/signatures.txt';

  it('has every function as it is called: another signature is another name', () => {
    const lines = listed();
    const names = lines.map(nameIn);
    const added = stored.filter(({ name }) => !names.includes(name)).map(({ signature }) => signature);
    if (process.env['UPDATE_SCHEMA'] === '1') {
      // What is listed stays as it is: the last version calls it so.
      writeFileSync(join(rootDirectory, path), `${[...lines, ...added].sort().join('\n')}\n`);
    } else expect(added).toEqual([]);
    const present = new Map(stored.map(({ name, signature }) => [name, signature]));
    const changed = lines.filter((line) => present.has(nameIn(line)) && present.get(nameIn(line)) !== line);
    expect(changed.map((line) => [line, present.get(nameIn(line))])).toEqual([]);
  });

  it('says of every function without a file that it is retired, or which step has dropped it', () => {
    const gone = listed().filter((line) => !stored.some(({ name }) => name === nameIn(line)));
    const wrong = gone.filter((line) => {
      if (line.endsWith(' -- retired')) return false;
      const step = / -- dropped by (\d{4}_\w+)$/.exec(line)?.[1];
      const source = `server/database/tables/${step}.ts`;
      if (step === undefined || !projectFiles.includes(source)) return true;
      return !readProjectFile(source).includes(`drop function if exists ${nameIn(line)}(`);
    });
    expect(wrong).toEqual([]);
  });

  it('names each function once', () => {
    const names = listed().map(nameIn);
    expect(names).toEqual([...new Set(names)].sort());
  });
});
