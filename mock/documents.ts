import { problems } from '../generated/v1/problems.ts';
import { expectations, violations, type Expectations } from '../generated/v1/violations.ts';

/** The same functions are written for each document. */
export { expectationOf, fillIn } from '../generated/v1/violations.ts';

type Problem = { readonly type: string; readonly status: number; readonly title: string; readonly message: string };

/** A contract that the mock answers from. */
export type MockedDocument = {
  readonly file: URL;
  readonly problems: Readonly<Record<string, Problem>>;
  readonly violations: Readonly<Record<string, string>>;
  /** By operationId. */
  readonly expectations: Readonly<Record<string, Expectations>>;
};

export const documents: readonly MockedDocument[] = [
  { file: new URL('../generated/v1/openapi.json', import.meta.url), problems, violations, expectations },
];
