import document from '#generated/connector/openapi.json' with { type: 'json' };
import { problems } from '#generated/connector/problems';
import { openSchemas } from '#platform/contract-schemas';
import type { Answer, Exchange, OperationId } from './exchange.ts';

type Json = Readonly<Record<string, unknown>>;

const findFaults = openSchemas(document);

/** The schema of an operation's 200; null for the one that answers a file. */
export const schemaOf = {
  createPayment: 'Payment',
  lookUpPayment: 'Payment',
  voidPayment: 'Payment',
  submitReceipt: 'Review',
  createPayout: 'Payout',
  lookUpPayout: 'Payout',
  fetchEvidence: 'AttemptEvidence',
  fetchDocument: null,
  getCapabilities: 'Capabilities',
  listBalances: 'Balances',
  getHealth: 'Health',
} as const satisfies Readonly<Record<OperationId, string | null>>;

const operations = Object.values(document.paths)
  .flatMap((item) => Object.values(item as Json))
  .map((operation) => operation as { readonly operationId: string; readonly responses: Json });

const statusesOf = (operationId: OperationId): string[] =>
  Object.keys(operations.find((operation) => operation.operationId === operationId)?.responses ?? {});

const mostJsonBytes = 64 * 1024;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What is wrong with a value by a schema of the contract, in words. */
export const faultsOf = (schema: string, value: unknown): string[] =>
  findFaults(schema, value).map(({ place, keyword }) => `${place || 'the body'} breaks "${keyword}" of ${schema}`);

const mediaTypeOf = ({ headers }: Answer): string =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** What is wrong with an error: a gateway believes it by its type, its code and its status together. */
export const faultsOfProblem = (answer: Answer, requestId: string): string[] => {
  const { body, status, headers } = answer;
  if (mediaTypeOf(answer) !== 'application/problem+json') {
    return [`an error has the content type application/problem+json, and not ${mediaTypeOf(answer) || 'none'}`];
  }
  const faults = faultsOf('Problem', body);
  if (faults.length > 0 || !isObject(body)) return faults;
  const known = (problems as Readonly<Record<string, { type: string; status: number }>>)[String(body['code'])];
  return [
    ...(known !== undefined && body['type'] !== known.type
      ? [`the type of ${String(body['code'])} is ${known.type}`]
      : []),
    ...(known !== undefined && status !== known.status
      ? [`the status of ${String(body['code'])} is ${known.status}`]
      : []),
    ...(body['status'] === status ? [] : ['status in the body is that of the response']),
    ...(body['request_id'] === requestId ? [] : ['request_id is the x-request-id of the call']),
    ...(status === 400 && !Array.isArray(body['errors']) ? ['a 400 lists what is wrong in errors'] : []),
    ...(status === 401 && headers['www-authenticate'] !== 'Bearer' ? ['a 401 has WWW-Authenticate: Bearer'] : []),
    ...(status === 405 && !headers.allow ? ['a 405 says in Allow which methods the path has'] : []),
  ];
};

const faultsOfSuccess = (operationId: OperationId, answer: Answer, path: string): string[] => {
  const schema = schemaOf[operationId];
  if (schema === null) return mediaTypeOf(answer) === 'application/pdf' ? [] : ['a document is application/pdf'];
  if (mediaTypeOf(answer) !== 'application/json') return ['an answer has the content type application/json'];
  if (answer.bytes.length > mostJsonBytes) return ['an answer has at most 64 KiB'];
  const faults = faultsOf(schema, answer.body);
  const attemptId = isObject(answer.body) ? answer.body['attempt_id'] : undefined;
  const isOther = typeof attemptId === 'string' && !path.includes(attemptId);
  return [...faults, ...(isOther ? ['attempt_id is that of the call'] : [])];
};

/** What is wrong with the form of an answer by the contract, whatever it says. */
export const faultsOfAnswer = ({ call, requestId, answer }: Exchange): string[] => {
  if (answer === null || call.operationId === null) return [];
  const { operationId, path } = call;
  const { status, headers } = answer;
  if (!statusesOf(operationId).includes(String(status))) return [`${operationId} has no answer of status ${status}`];
  return [
    ...(headers['x-request-id'] === requestId ? [] : ['x-request-id is handed back as it was sent']),
    ...(headers['content-encoding'] === undefined ? [] : ['answers are not compressed']),
    ...(status === 200 ? faultsOfSuccess(operationId, answer, path) : faultsOfProblem(answer, requestId)),
  ];
};
