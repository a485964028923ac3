import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const source = new URL('../shared/problem-table.yaml', import.meta.url);

const table = parse(readFileSync(source, 'utf8'));

/** By code: status, title and message of every problem. */
export const { problems } = table;

export const typeOf = (code) => `${table.type_prefix}${code}`;
