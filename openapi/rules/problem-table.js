import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const read = (folder) => parse(readFileSync(new URL(`../${folder}/problem-table.yaml`, import.meta.url), 'utf8'));

/** What our own servers say of problems: status, title and message, by code. */
export const sharedTable = read('shared');

/** What connectors say of theirs: status, title, detail and effect, by code. */
export const connectorTable = read('connector');

/** The table for what stands in this place. */
export const tableAt = ({ source }) =>
  source.absoluteRef.includes('/openapi/connector/') ? connectorTable : sharedTable;

/** By code: the sentence about a violation, which is the same in every document. */
export const violations = Object.assign({}, ...Object.values(sharedTable.violations));

/** The same, in the groups in which the guide shows them. */
export const violationGroups = sharedTable.violations;

/**
 * The sentence about a violation. What it names comes from the example where it depends on data; from the schema, when the
 * document is bundled, where it does not: until then it says of which place and rule.
 */
export const sentenceOf = ({ path, code, values = {} }) =>
  violations[code]?.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? `{${path}#${code}#${name}}`);
