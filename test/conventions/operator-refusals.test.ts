import { expect, it } from '@jest/globals';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

/** What speaks of settings and of the machine, before any use case is asked, may be a sentence. */
const mustRefuseByCode = [
  'server/features/',
  'server/entrances/',
  'server/ledger/',
  'server/outbox/',
  'server/providers/',
];

it('operators are refused by codes: only settings and the machine are spoken of in sentences', () => {
  const spoken = projectFiles.filter(
    (path) =>
      mustRefuseByCode.some((module) => path.startsWith(module)) &&
      !isTest(path) &&
      /new OperatorError\(/.test(readProjectFile(path)),
  );
  expect(spoken).toEqual([]);
});
