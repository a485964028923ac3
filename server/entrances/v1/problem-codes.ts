import { problems, type ProblemCode } from '#generated/v1/problems';
import type { ErrorCode } from '#platform/errors';

/**
 * Codes of the core that v1's contract does not have, as it says them. A code that is in neither table does not compile.
 *
 * A key opens all of its shop, so that nothing is forbidden to it; one that did not would be no key for what was asked. Its
 * creates are named by their identifier alone. Clients ask for tokens outside of v1.
 */
export const saidAs = {
  forbidden: 'api_key_invalid',
  client_invalid: 'api_key_invalid',
  grant_type_unsupported: 'invalid_request',
  scope_invalid: 'invalid_request',
  idempotency_key_reused: 'identifier_reused',
} as const satisfies Record<Exclude<ErrorCode, ProblemCode>, ProblemCode>;

const isProblem = (code: ErrorCode): code is ErrorCode & ProblemCode => code in problems;

/** How v1 says a code of the core. */
export const problemCodeOf = (code: ErrorCode): ProblemCode => {
  if (isProblem(code)) return code;
  return saidAs[code];
};
