import { isDatabaseUnavailable } from '#platform/database';
import { messageOf, OperatorError, RequestError } from '#platform/errors';

const refusalOf = ({ code, details }: RequestError): string => {
  if (code === 'insufficient_balance') return 'The shop does not have that much available.';
  return details.message ?? code;
};

/** The one line that says what went wrong. */
export const describeFailure = (error: unknown): string => {
  if (error instanceof RequestError) return refusalOf(error);
  if (error instanceof OperatorError) return error.message;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${messageOf(error)}`;
  const state = (error as { code?: unknown } | null)?.code;
  if (state === '42P01') return 'The database has no Turnpike schema yet: run `turnpike migrate`.';
  if (state === '42501') return `The role in DATABASE_URL may not do that: ${messageOf(error)}`;
  if (state === '28P01' || state === '3D000') return `The database refuses us: ${messageOf(error)}`;
  return `Unexpected: ${messageOf(error)}`;
};
