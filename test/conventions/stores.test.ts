import { describe, expect, it } from '@jest/globals';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

/** The modules that are stores as a whole, and the single files that read or write tables of their own. */
const stores = [
  /-store\.ts$/,
  /^server\/(platform|database|ledger|outbox|local)\//,
  /^server\/providers\/routing\.ts$/,
  /^server\/providers\/sandbox\/sandbox-orders\.ts$/,
  // One insert, which every change by hand calls inside its own transaction.
  /^server\/features\/access\/audit-log\.ts$/,
  // The invariants are queries, each a sentence beside its SQL.
  /^server\/features\/reports\//,
];

const forbidden = {
  'raw SQL': /(?<!\bexpress)\.raw\(/,
  'a query': /(?<![\w.])(database|tx|transaction)\(/,
  'a statement': /\b(runStatement|runForRow)\b/,
} as const;

const found = (source: string): string[] =>
  Object.entries(forbidden).flatMap(([name, pattern]) => (pattern.test(source) ? [name] : []));

describe('a store', () => {
  it('is the only place with queries and statements, where its name says their purpose', () => {
    const others = projectFiles.filter(
      (path) => /^server\/.*\.ts$/.test(path) && !isTest(path) && !stores.some((store) => store.test(path)),
    );
    expect(others.length).toBeGreaterThan(300);
    expect(others.flatMap((path) => found(readProjectFile(path)).map((what) => `${path}: ${what}`))).toEqual([]);
  });

  it('is known by what it calls', () => {
    expect(found(`await database('operations').where({})`)).toEqual(['a query']);
    expect(found(`await needs.database.raw('select 1')`)).toEqual(['raw SQL']);
    expect(found(`await runForRow(database, find, [])`)).toEqual(['a statement']);
    expect(found(`openDatabase(url); express.raw({}); readDatabase(tx); needs.transaction(run)`)).toEqual([]);
  });
});

describe('a type', () => {
  it('is named for what it is: in PascalCase, without a prefix, and no Utils, Helpers or Manager', () => {
    const declared = projectFiles
      .filter((path) => /^(server|test|sdk|mock|docs|openapi)\/.*\.ts$/.test(path))
      .flatMap((path) =>
        [
          ...readProjectFile(path).matchAll(
            /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm,
          ),
        ].map(([, name = '']) => name),
      );
    expect(declared.length).toBeGreaterThan(500);
    expect(declared.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(declared.filter((name) => /^I[A-Z]|(Utils?|Helpers?|Manager)$/.test(name))).toEqual([]);
  });
});
