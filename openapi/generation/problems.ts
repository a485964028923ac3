import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';
import { literalOf } from './literal.ts';

const source = 'openapi/shared/problem-table.yaml';

type Row = { readonly status: number; readonly title: string; readonly message: string };
type Table = { readonly type_prefix: string; readonly problems: Readonly<Record<string, Row>> };

/** Lint has held the list of codes to the rows of the table. */
const hasProblems = (bundled: OpenAPI3): boolean => bundled.components?.schemas?.ProblemCode !== undefined;

export const writeProblems = async (
  document: ContractDocument,
  bundled: OpenAPI3,
  directory: string,
): Promise<void> => {
  if (!hasProblems(bundled)) return;
  const { type_prefix: prefix, problems } = parse(await readFile(source, 'utf8')) as Table;
  const rows = Object.entries(problems).map(([code, row]) => [code, { type: prefix + code, ...row }] as const);
  const table = Object.fromEntries(rows);
  const lines = [
    headerOf(source),
    'interface Problem {',
    '  readonly type: string;',
    '  readonly status: number;',
    '  readonly title: string;',
    '  readonly message: string;',
    '}',
    '',
    '/** Everything that is the same in all occurrences of a problem. */',
    `export const problems = ${literalOf(table)} as const satisfies Record<string, Problem>;`,
    '',
    'export type ProblemCode = keyof typeof problems;',
    '',
  ];
  await writeFile(join(directory, 'problems.ts'), lines.join('\n'));
  console.log(`${document.name}: problems.ts written`);
};
