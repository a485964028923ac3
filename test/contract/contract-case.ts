import type { ProblemCode } from './documents.ts';
import { codesOf, responsesOf } from './document.ts';
import { builtRoutes, type BuiltOperation } from './built-operations.ts';
import type { Answer } from './call.ts';
import type { Harness } from './harness.ts';

/** One documented answer of one operation, and how to get it. */
export type ContractCase = {
  readonly operationId: BuiltOperation;
  readonly status: number;
  /** The problem's code; null where the answer is no problem. */
  readonly code: ProblemCode | null;
  readonly when: string;
  readonly ask: (harness: Harness) => Promise<Answer>;
  /** What is particular to this answer, beyond what the document says of it. */
  readonly check?: (answer: Answer, harness: Harness) => void;
};

/** Names an answer for comparing lists. */
export const nameOf = (answer: Pick<ContractCase, 'operationId' | 'status' | 'code'>): string =>
  [answer.operationId, answer.status, ...(answer.code === null ? [] : [answer.code])].join(' ');

/** Every answer that the document promises of what is built: each status, and each code of it that is a problem. */
export const documentedAnswers = (): string[] =>
  builtRoutes.flatMap(({ operationId }) =>
    [...responsesOf(operationId)].flatMap(([status, response]) => {
      const codes = codesOf(response);
      return codes.length === 0
        ? [`${operationId} ${status}`]
        : codes.map((code) => `${operationId} ${status} ${code}`);
    }),
  );

/** Documented answers that nothing can bring about yet, and why. The list may only get shorter. */
export const unreachableAnswers: Readonly<Record<string, string>> = {
  'getLiveness 503 temporarily_unavailable': 'a process that is not alive does not answer at all',
};
