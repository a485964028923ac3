import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { profileOf } from '#features/operations';
import { eventNames } from '#features/webhooks';
import { apis } from '#platform/apis';
import { isTest, placeOf, projectFiles, readProjectFile } from './source-files.ts';

const core = /^server\/(features|providers|ledger|outbox)\//;

/** What differs from API to API, as data; the methods of each are rows that operators have. */
const tables: readonly string[] = [
  'server/features/operations/api-profile.ts',
  'server/features/setup/standard-methods.ts',
  'server/features/webhooks/event-types.ts',
];
const namesIn = (path: string): string[] => {
  const text = readProjectFile(path);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed =
      (ts.isStringLiteralLike(node) && (apis as readonly string[]).includes(node.text)) ||
      (ts.isTemplateLiteralToken(node) && apis.some((api) => node.text.includes(`'${api}'`)));
    if (isNamed) found.push(placeOf(path, text, node.getStart()));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
};

it('lets the core name no API but in the tables of what differs between them', () => {
  const files = projectFiles.filter((path) => core.test(path) && path.endsWith('.ts') && !isTest(path));
  expect(files.filter((path) => !tables.includes(path)).flatMap(namesIn)).toEqual([]);
});

it.each(apis)('names an acceptance in %s exactly if that is an event of its operations', (api) => {
  expect(eventNames[api].accepted !== null).toBe(profileOf(api).tellsAcceptance);
});
