import { chooseExample } from './choose-example.ts';
import type { MockedDocument } from './documents.ts';
import { createMemory } from './memory.ts';
import { findPreferred, readPrefer, type Preference } from './prefer-header.ts';
import type { MockOperation, PrismAnswer } from './prism.ts';
import type { ReceivedRequest } from './read-request.ts';
import { fieldsOf, readScenarios } from './scenarios.ts';
import { describeEnum, describeViolations } from './violations.ts';

export type Answer = Omit<PrismAnswer, 'violations'>;

/** A document as the mock reads it. */
export type Mocked = { readonly document: MockedDocument; readonly operations: readonly MockOperation[] };

/** A problem that no operation documents, in the form of those that are. */
const makeProblem = ({ document, operations }: Mocked, code: string, details: object = {}): Answer => {
  const pattern = fieldsOf(operations.flatMap(({ examples }) => examples).find(({ status }) => status === 404)?.value);
  const { [code]: problem } = document.problems;
  if (problem === undefined) throw new Error(`The contract has no problem ${code}.`);
  const { message: detail, ...row } = problem;
  const headers = { 'x-request-id': String(pattern['request_id']), 'Content-type': 'application/problem+json' };
  return { status: row.status, headers, body: { ...pattern, ...row, detail, message: detail, code, ...details } };
};

const answerInvalid = async (
  { document }: Mocked,
  operation: MockOperation,
  request: ReceivedRequest,
  violations: PrismAnswer['violations'],
): Promise<Answer> => {
  const has = (status: string) => violations.some(({ code }) => code === status);
  const tell = (status: number, example: string) => operation.tell(request, { status, example });
  if (has('401')) return tell(401, 'api_key_missing');
  if (request.unreadable === 'payload_too_large') return tell(413, request.unreadable);
  if (has('415')) return tell(415, 'unsupported_media_type');
  if (request.unreadable === 'invalid_json') {
    // A form has no example of its own for this.
    const isForm = !operation.examples.some(({ name }) => name === 'invalid_json');
    return tell(400, isForm ? 'invalid_request' : 'invalid_json');
  }
  // Prism would take 422, which the contract has too, but for another thing.
  const answer = await tell(400, 'invalid_request');
  return { ...answer, body: { ...fieldsOf(answer.body), errors: describeViolations(document, operation, violations) } };
};

const answerPreferred = (
  mocked: Mocked,
  operation: MockOperation,
  request: ReceivedRequest,
  preference: Preference,
): Promise<Answer> | Answer => {
  const choice = findPreferred(operation, preference);
  if (choice) return operation.tell(request, choice);
  const names = operation.examples.map(({ status, name }) => `${status} ${name}`).join(', ');
  const errors = [describeEnum(mocked.document, '/headers/prefer', names)];
  return makeProblem(mocked, 'invalid_request', { errors });
};

/** Answers requests of one document: a chooser of named examples in front of Prism, which validates and mocks. */
export const createAnswerRequest = (mocked: Mocked) => {
  const { operations } = mocked;
  const scenarios = readScenarios(operations);
  const memory = createMemory();

  return async (request: ReceivedRequest): Promise<Answer> => {
    const [first, ...others] = operations.filter(({ path }) => path === request.path);
    if (!first) return makeProblem(mocked, 'route_not_found');
    const operation = [first, ...others].find(({ method }) => method === request.method);
    if (!operation) {
      const answer = await first.tell(request, { status: 405, example: 'method_not_allowed' });
      return { ...answer, headers: { ...answer.headers, Allow: first.method.toUpperCase() } };
    }
    const apiKey = request.headers['x-api-key'] ?? '';
    const operationIdOf = (id: string) => memory.find(apiKey, id) ?? scenarios.operationIdOf(id);
    const choice = chooseExample(operation, request.fields, { scenarios, operationIdOf });
    const { violations, ...answer } = await operation.ask(request, choice);
    if (violations.length > 0 || request.unreadable) return answerInvalid(mocked, operation, request, violations);
    const preference = readPrefer(request.headers['prefer']);
    if (preference.code ?? preference.example) return answerPreferred(mocked, operation, request, preference);
    const isCreate = operation.operationId.startsWith('create');
    // A refused read or cancel says nothing about the operation, a refused create that there is none.
    const isAboutOne = operation.method === 'post';
    if (isCreate || (isAboutOne && answer.status === 200))
      memory.note(apiKey, request.fields, answer.status, answer.body);
    return answer;
  };
};
