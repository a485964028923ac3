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

/**
 * The sentence about a violation. What it names comes from the example where it depends on data; from the schema, when the
 * document is bundled, where it does not: until then it says of which place and rule.
 */
export const sentenceOf = ({ path, code, values = {} }) =>
  violations[code]?.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? `{${path}#${code}#${name}}`);

export const typeOf = (code) => `${table.type_prefix}${code}`;
