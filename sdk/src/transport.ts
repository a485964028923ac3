import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './contract.ts';
import { apiErrorOf } from './api-error-of.ts';
import { ApiError } from './api-errors.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import type { Fetch, RequestOptions } from './options.ts';
import { isPassing, retryPauseMs } from './retries.ts';

export interface TransportSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
}

type FetchOnce = (request: Request) => Promise<Response>;

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** One exchange; called again for every retry. */
type Exchange<Data> = (client: Client<paths>, fetchOnce: FetchOnce) => Promise<Answer<Data>>;

export type Transport = <Data>(exchange: Exchange<Data>, options?: RequestOptions) => Promise<Data>;

// Errors of another realm (a test runner's sandbox, a vm) fail instanceof: errors of fetch are told by their
// properties.
type Thrown = { readonly name?: unknown; readonly cause?: { readonly code?: unknown } | null } | null | undefined;

/** Node names the reason (ECONNREFUSED, ENOTFOUND …) in the cause of fetch's own error. */
const reasonOf = (failure: unknown): string => {
  const code = (failure as Thrown)?.cause?.code;
  return typeof code === 'string' ? ` (${code})` : '';
};

const connectionErrorOf = (cause: unknown): ConnectionError => {
  const message = `The connection failed${reasonOf(cause)}. Whether the request took effect is not known.`;
  return new ConnectionError(message, { cause });
};

const isSyntaxError = (failure: unknown): boolean => (failure as Thrown)?.name === 'SyntaxError';

/** Bytes where the content is a file; read here, so that any fetch can send it, of any platform. */
const bodyOf = async (request: Request): Promise<{ body?: string | ArrayBuffer }> => {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/') === true;
  const body = isForm ? await request.arrayBuffer() : await request.text();
  return body === '' ? {} : { body };
};

const fetchWith =
  (fetch: Fetch, deadline: Deadline, seen: (response: Response) => void): FetchOnce =>
  async (request) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(await bodyOf(request)),
      // Across origins fetch drops Authorization from a followed redirect, but not X-API-Key.
      redirect: 'manual',
      signal: deadline.signal,
    });
    seen(response);
    return response;
  };

const tryOnce = async <Data>(
  exchange: Exchange<Data>,
  client: Client<paths>,
  fetch: Fetch,
  deadline: Deadline,
): Promise<Data> => {
  let answered: Response | undefined;
  try {
    const once = fetchWith(fetch, deadline, (response) => (answered = response));
    const { data, error, response } = await exchange(client, once);
    if (response.ok && data !== undefined && data !== null) return data;
    throw apiErrorOf(response, error);
  } catch (failure) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    if (failure instanceof ApiError) throw failure;
    if (answered !== undefined && isSyntaxError(failure)) throw apiErrorOf(answered, undefined);
    throw connectionErrorOf(failure);
  }
};

/**
 * Sends requests, again where that is safe and may help, within one deadline over all attempts and pauses.
 */
export const createTransport = (settings: TransportSettings): Transport => {
  const { apiKey, baseUrl, fetch } = settings;
  const client = createClient<paths>({
    baseUrl,
    headers: { 'X-API-Key': apiKey, Accept: 'application/json' },
  });

  return async (exchange, options = {}) => {
    const { timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries } = options;
    let lastFailure: unknown;
    const deadline = startDeadline(timeoutMs, options.signal, () => {
      const message = `No answer within ${timeoutMs} ms. Whether the request took effect is not known.`;
      return new TimeoutError(message, lastFailure === undefined ? {} : { cause: lastFailure });
    });
    try {
      for (let retries = 0; ; retries += 1) {
        try {
          return await tryOnce(exchange, client, fetch, deadline);
        } catch (failure) {
          lastFailure = failure;
          const pauseMs = retryPauseMs(retries, failure);
          // A pause that outlasts the deadline would only turn a clear failure into a timeout.
          const isWorthIt = isPassing(failure) && retries < maxRetries && pauseMs < deadline.remainingMs();
          if (!isWorthIt) throw failure;
          await deadline.pause(pauseMs);
        }
      }
    } finally {
      deadline.release();
    }
  };
};
