import { randomUUID } from 'node:crypto';
import { request as requestByHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { routes } from '#generated/connector/routes';

export type OperationId = (typeof routes)[number]['operationId'];

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
};

export type Call = {
  /** Null for a call that the contract does not have. */
  readonly operationId: OperationId | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** How long the whole answer is waited for. */
  readonly timeoutMs: number;
  /** Announces a body and never sends it. */
  readonly isUnfinished?: boolean;
};

/** A call and what came back; `answer` is null where nothing did, and `failure` says why. */
export type Exchange = {
  readonly call: Call;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly answer: Answer | null;
  readonly failure: string | null;
};

// The gateway reads no more of a document, and of all else much less.
const mostBytes = 11 * 1024 * 1024;

const readAnswer = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw new Error(`an answer of more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, body: parse(bytes) };
};

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

const exchangeBytes = (baseUrl: string, call: Call, requestId: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(baseUrl + call.path);
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const headers = { ...call.headers, 'x-request-id': requestId };
    const request = send(url, { method: call.method, headers, agent: false });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${call.timeoutMs} ms`)), call.timeoutMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    request.on('error', (error) => end(() => reject(error)));
    request.on('response', (response) => {
      readAnswer(response)
        .then((answer) => end(() => resolve(answer)))
        .catch((error: Error) => end(() => reject(error)))
        .finally(() => request.destroy());
    });
    if (call.isUnfinished) request.flushHeaders();
    else request.end(call.body);
  });

const messageOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || 'unknown failure';
};

/** Sends one call, whatever it is, and never throws. */
export const exchange = async (baseUrl: string, call: Call): Promise<Exchange> => {
  const requestId = randomUUID();
  const startedAtMs = performance.now();
  const about = { call, requestId, startedAtMs };
  try {
    const answer = await exchangeBytes(baseUrl, call, requestId);
    return { ...about, endedAtMs: performance.now(), answer, failure: null };
  } catch (error) {
    return { ...about, endedAtMs: performance.now(), answer: null, failure: messageOf(error) };
  }
};
