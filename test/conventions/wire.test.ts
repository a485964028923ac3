import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { isTest, placeOf, projectFiles, readProjectFile } from './source-files.ts';

/** Modules that serve every API alike: what a request or an answer looks like is for the entrances. */
const core = /^server\/(features|providers|ledger|outbox)\//;
const coreFiles = projectFiles.filter((path) => core.test(path) && path.endsWith('.ts') && !isTest(path));

/** Clients of other systems' HTTP, by what they ask for. */
const clients: readonly string[] = [
  'server/features/rates/fetch-table.ts',
  'server/features/webhooks/attempt-delivery.ts',
  'server/features/webhooks/judge-answer.ts',
  'server/features/webhooks/send.ts',
  'server/providers/http/believe.ts',
  'server/providers/http/caller.ts',
  'server/providers/http/exchange.ts',
];

const isPlace = (text: string): boolean => /^\/(body|query|path|headers)(\/|$)/.test(text);

const isHeader = (text: string): boolean =>
  /^(x-[a-z-]+|accept-[a-z]+|allow|authorization|cache-control|content-(type|length|disposition|encoding)|etag|location|retry-after|user-agent|webhook-[a-z]+|www-authenticate)$/i.test(
    text,
  );

const isStatusCode = (text: string): boolean => /^[2-5]\d\d$/.test(text);

/** Whether a number stands where something called a status is set or compared, or is the key of a table. */
const isUsedAsStatus = ({ parent }: ts.Node): boolean => {
  if (ts.isPropertyAssignment(parent)) return /status/i.test(parent.name.getText()) || ts.isNumericLiteral(parent.name);
  return ts.isBinaryExpression(parent) && /status/i.test(parent.getText());
};

const namesWire = (node: ts.Node): boolean => {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
    return isPlace(node.text) || isHeader(node.text) || isStatusCode(node.text);
  }
  return ts.isNumericLiteral(node) && isStatusCode(node.text) && isUsedAsStatus(node);
};

const wireNamesIn = (path: string): string[] => {
  const text = readProjectFile(path);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (namesWire(node)) found.push(`${placeOf(path, text, node.getStart())} ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
};

it('lets no feature, provider, ledger or outbox name a place of a request, a header or an HTTP status', () => {
  const files = coreFiles.filter((path) => !clients.includes(path));
  expect(files.flatMap(wireNamesIn)).toEqual([]);
});

it('excuses only those who ask another system over HTTP', () => {
  expect(clients.filter((path) => !projectFiles.includes(path) || wireNamesIn(path).length === 0)).toEqual([]);
});
