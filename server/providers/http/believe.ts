import { problems } from '#generated/connector/problems';
import { parseStrictJson } from '#platform/strict-json';
import { ProviderNotSentError } from '../port.ts';
import { ContractBreachError, findContractFaults, type Wire } from './contract.ts';

/** What openapi-fetch makes of an answer, read as text. */
export type Fetched = { readonly response: Response; readonly data?: unknown; readonly error?: unknown };

// A body is at most 64 KiB; evidence of a hundred transfers has some hundred fields.
const mostFields = 2_000;

const typeOf = ({ headers }: Response): string => (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';

const isOwnProblem = (problem: Wire['Problem']): problem is Wire['Problem'] & { code: keyof typeof problems } =>
  Object.hasOwn(problems, problem.code) && problem.type === problems[problem.code].type;

/** The contract's problem in an answer; null where anything else may have answered. */
export const readProblem = ({ response, error }: Fetched) => {
  if (typeOf(response) !== 'application/problem+json') return null;
  if (findContractFaults('Problem', error).length > 0) return null;
  const problem = error as Wire['Problem'];
  return problem.status === response.status && isOwnProblem(problem) ? problem : null;
};

/** Never returns: what is no decision was not sent, where the contract's own error says so, and is unknown otherwise. */
export const disbelieve = (fetched: Fetched): never => {
  const problem = readProblem(fetched);
  if (problem === null)
    throw new ContractBreachError(`the answer is no error of the contract: ${fetched.response.status}`);
  const told = `${problem.code}: ${problem.detail}`;
  if (problems[problem.code].effect === 'none') throw new ProviderNotSentError(told);
  throw new Error(told);
};

const mediaTypes = { json: 'application/json', pdf: 'application/pdf' } as const;

/** Refuses anything but a 200 of the media type, as it was sent. */
export const requireAnswer = (fetched: Fetched, type: keyof typeof mediaTypes): void => {
  const { response } = fetched;
  if (response.status < 200 || response.status > 299) disbelieve(fetched);
  if (response.status !== 200) throw new ContractBreachError(`the answer has the status ${response.status}`);
  if (typeOf(response) !== mediaTypes[type]) throw new ContractBreachError(`the answer is no ${mediaTypes[type]}`);
  if (response.headers.has('content-encoding')) throw new ContractBreachError('the answer is compressed');
};

/** The answer in the form of the contract, about the attempt that was asked about, where it is about one. */
export const believe = <Schema extends keyof Wire>(
  schema: Schema,
  fetched: Fetched,
  attemptId: string | null,
): Wire[Schema] => {
  requireAnswer(fetched, 'json');
  const parsed = parseStrictJson(typeof fetched.data === 'string' ? fetched.data : '', [], mostFields);
  if (!parsed.isValid) throw new ContractBreachError(`the answer is no JSON that can be read: ${parsed.fault.code}`);
  const [fault] = findContractFaults(schema, parsed.value);
  if (fault !== undefined) throw new ContractBreachError(`the answer is no ${schema}: ${fault.place} ${fault.keyword}`);
  const answer = parsed.value as Wire[Schema] & { readonly attempt_id?: string };
  if (attemptId !== null && answer.attempt_id !== attemptId)
    throw new ContractBreachError('the answer is of another attempt');
  return answer;
};
