import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const source = new URL('../shared/problem-table.yaml', import.meta.url);

const table = parse(readFileSync(source, 'utf8'));

/** By code: status, title and message of every problem. */
export const { problems } = table;

/** By code: the sentence about a violation. */
export const violations = Object.assign({}, ...Object.values(table.violations));

/** The same, in the groups in which the guide shows them. */
export const violationGroups = table.violations;

export const typeOf = (code) => `${table.type_prefix}${code}`;
