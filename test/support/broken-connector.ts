import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { routes } from '#generated/connector/routes';
import { connectorSecret } from './sandbox-connector.ts';

export type Json = Record<string, unknown>;

/** A call as it came in, and as it may be changed before it is passed on. */
export type Passed = {
  readonly operationId: string | null;
  readonly method: string;
  path: string;
  readonly headers: Record<string, string>;
  body: Buffer;
};

export type Returned = { status: number; readonly headers: Record<string, string>; body: Buffer };

export type Breakage = {
  /** Answers a caller without the secret; `waits`: not before all of its body is in. */
  readonly stranger?: (call: Omit<Passed, 'body'>) => Returned | 'waits' | null;
  /** Answers in place of the connector; null: it is asked. */
  readonly instead?: (call: Passed) => Returned | null;
  /** Answers in place of the connector, which is asked all the same and has a minute for it. */
  readonly meanwhile?: (call: Passed) => Returned | null;
  /** Changes what is passed on. */
  readonly before?: (call: Passed) => void;
  /** Changes the answer; a status below zero: none is given. */
  readonly after?: (call: Passed, returned: Returned) => void;
  /** Changes callbacks on their way: answers what to send, in this order. */
  readonly callback?: (sent: Passed) => readonly Passed[];
  /** Changes what the gateway answers to a callback. */
  readonly acknowledged?: (sent: Passed, status: number) => number;
  /** Takes a callback for recorded that is not answered for as long. */
  readonly patienceMs?: number;
  /** Sends a callback once more that was answered so. */
  readonly againAfter?: number;
};

export const jsonOf = ({ body }: { readonly body: Buffer }): Json => JSON.parse(body.toString('utf8')) as Json;

export const withJson = (message: { body: Buffer }, change: (json: Json) => void): void => {
  const json = jsonOf(message);
  change(json);
  message.body = Buffer.from(JSON.stringify(json));
};

const templates = routes.map(({ operationId, method, template }) => ({
  operationId: operationId as string,
  method: method.toUpperCase(),
  form: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(host|connection|content-length|transfer-encoding|keep-alive)$/.test(name),
    ),
  ) as Record<string, string>;

const passOn = (url: string, { method, headers, body }: Passed): Promise<Returned> =>
  new Promise((resolve, reject) => {
    const length = body.length === 0 ? {} : { 'content-length': String(body.length) };
    const request = sendRequest(url, { method, headers: { ...headers, ...length }, agent: false }, (response) => {
      readAll(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: bytes }),
        reject,
      );
    });
    request.on('error', reject);
    request.end(body);
  });

/** Hands on what comes as it comes: some bodies never do. */
const pipe = (soundUrl: string, request: IncomingMessage, response: ServerResponse): void => {
  const { method, url: path = '/', headers } = request;
  const asking = sendRequest(soundUrl + path, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asking.on('error', () => response.destroy());
  asking.flushHeaders();
  request.pipe(asking);
};

const send = (response: ServerResponse, { status, headers, body }: Returned): void => {
  // Never answered: its caller gives up.
  if (status < 0) return;
  response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
};

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const attemptIn = (text: string): string => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

/** The attempt of a callback is in its data. */
const attemptOfCallback = (body: Buffer): string =>
  String(((JSON.parse(body.toString()) as Json)['data'] as Json)['attempt_id']);

/** Where callbacks of one connector are handed to those who have placed the orders. */
export const startSwitchboard = async () => {
  const takers = new Map<string, (sent: Passed) => Promise<number>>();
  const server = createServer((request, response) => {
    void readAll(request).then(async (body) => {
      const take = takers.get(attemptOfCallback(body));
      const sent = { operationId: null, method: 'POST', path: '/', headers: headersOf(request), body };
      const status = take === undefined ? 404 : await take(sent);
      if (status === 0) response.destroy();
      else response.writeHead(status).end();
    });
  });
  const url = await listen(server);
  return {
    url,
    takers,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export type Switchboard = Awaited<ReturnType<typeof startSwitchboard>>;

/** A connector that is sound but for one thing: a proxy around a sound one. */
export const startBrokenConnector = async (
  soundUrl: string,
  { takers }: Switchboard,
  breakage: Breakage,
  callbackUrl: () => string | null,
) => {
  const deliver = async (original: Passed): Promise<number> => {
    const url = callbackUrl();
    if (url === null) return 204;
    const changed = breakage.callback?.(original) ?? [original];
    let status = 204;
    for (const sent of changed) {
      const answered = passOn(url, sent).then(
        (answer) => answer.status,
        () => 0,
      );
      const { patienceMs, againAfter } = breakage;
      status = await (patienceMs === undefined
        ? answered
        : Promise.race([answered, setTimeout(patienceMs, 204, { ref: false })]));
      if (status === againAfter) await passOn(url, sent).catch(() => undefined);
    }
    return breakage.acknowledged?.(original, status) ?? status;
  };
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    const operationId = templates.find((one) => one.method === method && one.form.test(path))?.operationId ?? null;
    const headers = headersOf(request);
    const answer = async (): Promise<void> => {
      if (headers['authorization'] !== `Bearer ${connectorSecret}`) {
        const own = breakage.stranger?.({ operationId, method, path, headers }) ?? null;
        if (own === null) return pipe(soundUrl, request, response);
        if (own !== 'waits') return send(response, own);
      }
      const body = await readAll(request);
      const call: Passed = { operationId, method, path, headers, body };
      takers.set(attemptIn(path), deliver);
      const own = breakage.instead?.(call) ?? null;
      if (own !== null) return send(response, own);
      const said = breakage.meanwhile?.(call) ?? null;
      if (said !== null) {
        send(response, said);
        call.headers['x-timeout-ms'] = '60000';
        return void (await passOn(soundUrl + call.path, call));
      }
      breakage.before?.(call);
      const returned = await passOn(soundUrl + call.path, call);
      breakage.after?.(call, returned);
      send(response, returned);
    };
    answer().catch(() => response.destroy());
  });
  const url = await listen(server);
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
