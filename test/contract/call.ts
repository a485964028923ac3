import type { Readable } from 'node:stream';
import { problems, type ProblemCode } from './documents.ts';
import { isUuid } from '#platform/ids';
import type { FormBody } from '#test/support/form-body';

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text says as JSON; undefined for an empty one. */
  readonly body: unknown;
};

export type ProblemBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly code: string }[];
  readonly operation_id?: string;
  readonly request_id: string;
};

/** A request whose body is JSON text already, so that tests can send what no serialiser would write. */
export const postText = (path: string, body: string | Uint8Array): Sent => ({
  method: 'POST',
  path,
  body,
  headers: { 'content-type': 'application/json' },
});

export const post = (path: string, body: unknown): Sent => postText(path, JSON.stringify(body));

export const postForm = (path: string, { contentType, bytes }: FormBody): Sent => ({
  method: 'POST',
  path,
  body: new Uint8Array(bytes),
  headers: { 'content-type': contentType },
});

export const get = (path: string): Sent => ({ method: 'GET', path });

/** Sends a request as it is; `apiKey` is the only header it adds. */
export const call = async (url: string, sent: Sent, apiKey?: string): Promise<Answer> => {
  const response = await fetch(url + sent.path, {
    method: sent.method,
    headers: { ...sent.headers, ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
    redirect: 'manual',
    ...(sent.body !== undefined && { body: sent.body as RequestInit['body'], duplex: 'half' }),
  } as RequestInit);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  };
};

export const problemOf = ({ body }: Answer): ProblemBody => body as ProblemBody;

const isSentenceOf = ({ code, message, detail }: Partial<ProblemBody>): boolean =>
  detail === message && problems[code as ProblemCode]?.message === message;

/** What every refusal must be, whichever request it answers: the reasons why an answer is not one. */
export const faultsOfProblem = (answer: Answer): string[] => {
  const problem = (answer.body ?? {}) as Partial<ProblemBody>;
  const requestId = answer.headers.get('x-request-id') ?? '';
  const rules: readonly (readonly [boolean, string])[] = [
    [answer.status >= 400 && answer.status < 500, `its status is ${answer.status}`],
    [answer.headers.get('content-type')?.startsWith('application/problem+json') === true, 'it is no problem+json'],
    [problem.status === answer.status, 'the body names another status'],
    [problem.type === `urn:turnpike:problem:${problem.code}`, 'wrong type'],
    [isSentenceOf(problem), 'its sentence is not the one of its code'],
    [isUuid(requestId) && problem.request_id === requestId, 'body and header disagree about the request id'],
    [(problem.code === 'invalid_request') === (problem.errors !== undefined), 'errors belong to 400 alone'],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
};
