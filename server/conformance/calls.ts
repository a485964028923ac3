import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { routes } from '#generated/connector/routes';
import { exchange, type Call, type Exchange, type OperationId } from './exchange.ts';

export type CallOptions = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Null: no secret at all. */
  readonly secret?: string | null;
  readonly timeoutMs?: number;
  /** One that is empty is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Buffer;
  readonly isUnfinished?: boolean;
  /** Together with another call, whatever else goes on. */
  readonly isAtOnce?: boolean;
};

const usualTimeoutMs = 15_000;
/** What the way back may take, and a busy machine: only an answer that is much too late is called late. */
export const graceMs = 12_000;
/** Checks go on side by side; a connector is not to be flooded by them. */
const callsAtOnce = 8;

const requestOf = (secret: string, options: CallOptions): Pick<Call, 'headers' | 'timeoutMs'> & Partial<Call> => {
  const { timeoutMs = usualTimeoutMs, body, raw } = options;
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const bearer = options.secret === undefined ? secret : options.secret;
  const headers: Readonly<Record<string, string>> = {
    'x-timeout-ms': String(timeoutMs),
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...options.headers,
  };
  return {
    timeoutMs: timeoutMs + graceMs,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    ...(text !== undefined && { body: text }),
    ...(options.isUnfinished && { isUnfinished: true }),
  };
};

/** Calls one connector, and keeps all that comes back. */
export const createCalls = ({ url, secret }: { readonly url: string; readonly secret: string }) => {
  const exchanges: Exchange[] = [];
  const inTurn = pLimit(callsAtOnce);
  const send = async (call: Call): Promise<Exchange> => {
    const done = await exchange(url, call);
    exchanges.push(done);
    return done;
  };
  const sendInTurn = (call: Call, { isAtOnce = false }: CallOptions): Promise<Exchange> =>
    isAtOnce ? send(call) : inTurn(() => send(call));
  return {
    exchanges,
    /** Path parameters that are not given are new ids. */
    call: (operationId: OperationId, options: CallOptions = {}): Promise<Exchange> => {
      const { method, template } = routes.find((one) => one.operationId === operationId)!;
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => options.params?.[name] ?? randomUUID());
      return sendInTurn({ operationId, method: method.toUpperCase(), path, ...requestOf(secret, options) }, options);
    },
    callElsewhere: (method: string, path: string, options: CallOptions = {}): Promise<Exchange> =>
      sendInTurn({ operationId: null, method, path, ...requestOf(secret, options) }, options),
  };
};

export type Calls = ReturnType<typeof createCalls>;
