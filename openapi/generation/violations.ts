import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';
import { expectationsOf } from './expectations.ts';
import { literalOf } from './literal.ts';

const source = 'openapi/shared/problem-table.yaml';

const head = `
/** The sentence about each violation; what stands in braces differs from case to case. */`;

const types = `
export type ViolationCode = keyof typeof violations;

type Values = Readonly<Record<string, string>>;

/** The sentence with what it names in this case. */
export const fillIn = (sentence: string, values: Values): string =>
  sentence.replace(/\\{(\\w+)\\}/g, (_, name: string) => values[name] ?? 'what the contract says');

/** What the sentences name, by the place in the request (\`*\` is any name or position) and the violation. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Values>>>>;

/** What is in a place; a place behind a name of the sender's choice is found by its star. */
export const expectationOf = (expectations: Expectations, place: string, code: string): Values =>
  (expectations[place] ?? expectations[place.replace(/[^/]*$/, '*')])?.[code] ?? {};

/** By operationId. */`;

/** The sentences with their groups laid flat. */
export const readViolations = async (): Promise<Readonly<Record<string, string>>> => {
  const { violations } = parse(await readFile(source, 'utf8')) as {
    violations: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  return Object.assign({}, ...Object.values(violations)) as Readonly<Record<string, string>>;
};

export const writeViolations = async (
  document: ContractDocument,
  bundled: OpenAPI3,
  directory: string,
): Promise<void> => {
  const lines = [
    headerOf(`openapi/${document.name}`) + head,
    `export const violations = ${literalOf(await readViolations())} as const;`,
    types,
    `export const expectations = ${literalOf(expectationsOf(bundled))} as const satisfies Readonly<Record<string, Expectations>>;`,
    '',
  ];
  await writeFile(join(directory, 'violations.ts'), lines.join('\n'));
  console.log(`${document.name}: violations.ts written`);
};
