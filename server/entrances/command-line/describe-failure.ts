import { isDatabaseUnavailable } from '#platform/database';
import { messageOf, OperatorError, RequestError } from '#platform/errors';
import { isOperatorRefusal } from '#platform/refusals';
import { describeRefusal } from './refusal-words.ts';

/** Why a command was not done: the one line for people, and for programs the code with what the line names. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

const requestFailure = ({ code, details }: RequestError): Failure => {
  if (code === 'insufficient_balance') return { code, message: 'The shop does not have that much available.' };
  return { code, message: details.message ?? code };
};

/** What Postgres says when it cannot be worked with; null for anything else. */
const databaseFailure = (error: unknown): Failure | null => {
  const reason = messageOf(error);
  if (isDatabaseUnavailable(error)) {
    return { code: 'database_unavailable', message: `The database cannot be reached: ${reason}` };
  }
  const state = (error as { code?: unknown } | null)?.code;
  if (state === '42P01') {
    return { code: 'schema_missing', message: 'The database has no Turnpike schema yet: run `turnpike migrate`.' };
  }
  if (state === '42501') {
    return { code: 'right_missing', message: `The role in DATABASE_URL may not do that: ${reason}` };
  }
  if (state === '28P01' || state === '3D000') {
    return { code: 'database_refused', message: `The database refuses us: ${reason}` };
  }
  return null;
};

export const describeFailure = (error: unknown): Failure => {
  if (error instanceof RequestError) return requestFailure(error);
  if (isOperatorRefusal(error)) {
    return { code: error.code, message: describeRefusal(error), details: error.details };
  }
  if (error instanceof OperatorError) return { code: 'configuration', message: error.message };
  return databaseFailure(error) ?? { code: 'unexpected', message: `Unexpected: ${messageOf(error)}` };
};
