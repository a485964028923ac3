import { expect, it } from '@jest/globals';
import { everyScope } from '#features/access';
import { projectFiles, readProjectFile } from './source-files.ts';

/** Each takes the contracts as a list, so that one more is one more line of it. */
const lists: Readonly<Record<string, string>> = {
  'mock/': 'mock/documents.ts',
  'docs/build/': 'docs/build/documents.ts',
  'sdk/src/': 'sdk/src/contract.ts',
  'sdk/test/': 'sdk/test/contract.ts',
  'test/contract/': 'test/contract/documents.ts',
};

it.each(Object.entries(lists))('%s names what is generated of a contract in %s alone', (folder, list) => {
  const naming = projectFiles
    .filter((path) => path.startsWith(folder) && /\.(ts|mjs|js)$/.test(path))
    .filter((path) => /generated\/(?!shared\/)\w+\//.test(readProjectFile(path)));
  expect(naming).toEqual([list]);
});

/** One that no caller can have would close its operation to everybody. */
it('asks in no contract for a scope that callers do not have', () => {
  const tables = projectFiles.filter((path) => /^generated\/\w+\/routes\.ts$/.test(path));
  expect(tables.length).toBeGreaterThan(0);
  const asked = tables
    .flatMap((path) => [...readProjectFile(path).matchAll(/^ {4}scopes: \[(.*)\],$/gm)])
    .flatMap(([, scopes = '']) => [...scopes.matchAll(/'([^']*)'/g)].map(([, scope]) => scope));
  expect(asked.filter((scope) => !(everyScope as readonly (string | undefined)[]).includes(scope))).toEqual([]);
});
