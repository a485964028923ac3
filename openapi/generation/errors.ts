import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';
import { literalOf } from './literal.ts';

type Row = Readonly<Record<string, string | number>> | string;
type Table = {
  readonly type_prefix?: string;
  readonly violations?: unknown;
  readonly [group: string]: unknown;
};

/** `problem-table.yaml` becomes `problems.ts`. */
const fileOf = (source: string): string => `${source.replace(/^.*\/|-table\.yaml$/g, '')}s.ts`;

const typeNameOf = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1).replace(/s$/, '')}Code`;

const groupLines = (group: string, rows: Readonly<Record<string, Row>>, prefix: string | undefined): string[] => {
  const completed = Object.entries(rows).map(([code, row]) => [
    code,
    prefix === undefined || typeof row === 'string' ? row : { type: prefix + code, ...row },
  ]);
  return [
    '/** Everything that is the same in all occurrences, by code. */',
    `export const ${group} = ${literalOf(Object.fromEntries(completed))} as const;`,
    '',
    `export type ${typeNameOf(group)} = keyof typeof ${group};`,
    '',
  ];
};

export const writeErrors = async ({ name, errors }: ContractDocument, directory: string): Promise<void> => {
  const { type_prefix: prefix, violations: _violations, ...groups } = parse(await readFile(errors, 'utf8')) as Table;
  const lines = Object.entries(groups).flatMap(([group, rows]) =>
    groupLines(group, rows as Readonly<Record<string, Row>>, prefix),
  );
  await writeFile(join(directory, fileOf(errors)), [headerOf(errors), ...lines].join('\n'));
  console.log(`${name}: ${fileOf(errors)} written`);
};
