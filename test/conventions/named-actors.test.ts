import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { placeOf, projectFiles, readProjectFile } from './source-files.ts';

/** They leave the reader to find out who is meant, and translators to guess. */
const unnamed = /\b(whoever|whomever|some(body|one)|(no|any)body)\b/i;

const isCode = (path: string): boolean => /\.(ts|js|mjs|cjs)$/.test(path);
const isProse = (path: string): boolean => /\.(md|ya?ml|sh|pml)$/.test(path);
/** History stays as it was written, and what is generated follows its source. */
const isOurs = (path: string): boolean => path !== 'CHANGELOG.md' && !path.startsWith('generated/');

const isTitle = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  /^(it|test|describe)\b/.test(node.parent.expression.getText());

/** The text of code without its literals and names: comments of SQL and the names of tests stay. */
const wordsOf = (path: string, text: string): string => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const kept = text.split('');
  const blank = (from: number, until: number): void => void kept.fill(' ', from, until);
  const visit = (node: ts.Node): void => {
    const start = node.getStart();
    const lines = node.getText().split('\n');
    if (ts.isIdentifier(node) || ts.isRegularExpressionLiteral(node)) blank(start, node.end);
    else if ((ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) && !isTitle(node)) {
      lines.reduce((from, line) => {
        if (!line.trimStart().startsWith('--')) blank(from, from + line.length);
        return from + line.length + 1;
      }, start);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return kept.join('');
};

const offences = (path: string, text: string): readonly string[] => {
  const words = isCode(path) ? wordsOf(path, text) : text;
  return [...words.matchAll(new RegExp(unnamed, 'gi'))].map(({ index }) => placeOf(path, text, index));
};

it('comments, docs and the names of tests say who it is', () => {
  const files = projectFiles.filter((path) => isOurs(path) && (isCode(path) || isProse(path)));
  const found = files.flatMap((path) => {
    const text = readProjectFile(path);
    return unnamed.test(text) ? offences(path, text) : [];
  });
  expect(found).toEqual([]);
});

it.each<[string, readonly string[]]>([
  [`${'//'} Some${'body'} asks.`, ['x.ts:1']],
  [`const a = 1; /* Who${'ever'} asks. */`, ['x.ts:1']],
  [`const a = \`\n-- No${'body'} waits.\nselect 1\`;`, ['x.ts:2']],
  [`it('tells any${'body'}', () => {});`, ['x.ts:1']],
  [`it.each([])('tells some${'one'}', () => {});`, ['x.ts:1']],
  [`const a = 'no${'body'}'; const any${'body'} = \`who${'ever'} \${a}\`; // One.`, []],
])('finds them in %j', (text, places) => {
  expect(offences('x.ts', text)).toEqual(places);
});
