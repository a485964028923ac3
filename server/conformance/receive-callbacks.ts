import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostAndPort } from '#platform/host-and-port';

/** What the receiver does with a callback: a status, no answer at all, or a line that is cut. */
export type Reaction = number | 'silent' | 'cut';

export type Delivery = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly attemptId: string;
  readonly receivedAtMs: number;
  /** Of our clock, when it came. */
  readonly receivedAt: Date;
  readonly reaction: Reaction;
};

export type CallbackReceiver = {
  readonly url: string;
  readonly secret: string;
  readonly deliveries: readonly Delivery[];
  readonly of: (attemptId: string) => readonly Delivery[];
  /** What comes of this attempt first, second and so on; 204 after that. */
  readonly react: (attemptId: string, reactions: readonly Reaction[]) => void;
  readonly close: () => Promise<void>;
};

type Options = { readonly host: string; readonly port: number; readonly secret: string };

const mostBytes = 1024 * 1024;

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw new Error('A callback is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): Delivery['body'] => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Delivery['body']) : undefined;
  } catch {
    return undefined;
  }
};

const attemptIn = (body: Delivery['body']): string => {
  const data = body?.['data'];
  const attemptId = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['attempt_id'] : '';
  return typeof attemptId === 'string' ? attemptId : '';
};

const answer = (response: ServerResponse, reaction: Reaction): void => {
  if (reaction === 'cut') return void response.destroy();
  // Its sender gives up by itself; the connection goes with the receiver.
  if (reaction === 'silent') return;
  response.writeHead(reaction).end();
};

/** Stands in for the gateway's one address for a connector's callbacks. */
export const receiveCallbacks = async ({ host, port, secret }: Options): Promise<CallbackReceiver> => {
  const deliveries: Delivery[] = [];
  const planned = new Map<string, Reaction[]>();
  const server = createServer((request, response) => {
    const receivedAtMs = performance.now();
    readText(request)
      .then((text) => {
        const body = parse(text);
        const attemptId = attemptIn(body);
        const reaction = planned.get(attemptId)?.shift() ?? 204;
        const id = String(request.headers['webhook-id'] ?? '');
        const about = { id, headers: request.headers, text, body, attemptId };
        deliveries.push({ ...about, receivedAtMs, receivedAt: new Date(), reaction });
        answer(response, reaction);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${hostAndPort(host, (server.address() as AddressInfo).port)}/callbacks`,
    secret,
    deliveries,
    of: (attemptId) => deliveries.filter((delivery) => delivery.attemptId === attemptId),
    react: (attemptId, reactions) => void planned.set(attemptId, [...reactions]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
