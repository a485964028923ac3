import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';
import { literalOf } from './literal.ts';
import { StepFailure } from './run-tool.ts';

interface Problem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'status' in value &&
  typeof value.status === 'number' &&
  'title' in value &&
  typeof value.title === 'string';

/** Every problem shown in the document. Lint has held the examples to the schema, so the shape suffices. */
const problemsIn = (node: unknown): readonly Problem[] => {
  if (typeof node !== 'object' || node === null) return [];
  return [...(isProblem(node) ? [node] : []), ...Object.values(node).flatMap(problemsIn)];
};

const codesOf = (bundled: OpenAPI3): readonly string[] => {
  const schema = bundled.components?.schemas?.ProblemCode;
  return schema !== undefined && 'enum' in schema ? (schema.enum as readonly string[]) : [];
};

/** A code has one status and one title; two examples that disagree about it are a mistake in the contract. */
const describe = (document: ContractDocument, code: string, found: readonly Problem[]) => {
  const [shown, ...others] = found.filter((problem) => problem.code === code);
  if (shown === undefined) throw new StepFailure(`${document.name}: problem code ${code} has no example`);
  const { status, title } = shown;
  const other = others.find((problem) => problem.status !== status || problem.title !== title);
  if (other !== undefined) {
    const forms = `${status} "${title}" and as ${other.status} "${other.title}"`;
    throw new StepFailure(`${document.name}: problem code ${code} is shown as ${forms}`);
  }
  return [code, { status, title }] as const;
};

export const writeProblems = async (
  document: ContractDocument,
  bundled: OpenAPI3,
  directory: string,
): Promise<void> => {
  const codes = codesOf(bundled);
  if (codes.length === 0) return;
  const found = problemsIn(bundled);
  const table = Object.fromEntries(codes.map((code) => describe(document, code, found)));
  const lines = [
    headerOf(`openapi/${document.name}`),
    "import type { components } from './types.ts';",
    '',
    "export type ProblemCode = components['schemas']['ProblemCode'];",
    '',
    'interface Problem {',
    '  readonly status: number;',
    '  readonly title: string;',
    '}',
    '',
    '/** The HTTP status and the title of every problem of the document. */',
    `export const problems = ${literalOf(table)} as const satisfies Record<ProblemCode, Problem>;`,
    '',
  ];
  await writeFile(join(directory, 'problems.ts'), lines.join('\n'));
  console.log(`${document.name}: problems.ts written`);
};
