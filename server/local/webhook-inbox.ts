import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = {
  readonly receivedAt: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Exactly the bytes that were signed. */
  readonly body: string;
};

export type WebhookInbox = {
  readonly url: string;
  /** Newest first. */
  readonly received: () => readonly ReceivedWebhook[];
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly host: string;
  readonly port: number;
  readonly onReceived?: (webhook: ReceivedWebhook) => void;
  /** The status to answer with; 200 unless told. */
  readonly answer?: (webhook: ReceivedWebhook) => number;
};

const mostKept = 1_000;

const maxBodyBytes = 1024 * 1024;

const receive = async (request: IncomingMessage): Promise<ReceivedWebhook> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBodyBytes) throw new Error('The body is too large for an event.');
    chunks.push(chunk);
  }
  return {
    receivedAt: new Date().toISOString(),
    path: request.url ?? '/',
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A receiver of webhooks for trying things out: POST delivers, GET lists what came, newest first. */
export const startWebhookInbox = async (options: Options): Promise<WebhookInbox> => {
  const kept: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(kept));
      return;
    }
    receive(request)
      .then((webhook) => {
        kept.unshift(webhook);
        kept.length = Math.min(kept.length, mostKept);
        options.onReceived?.(webhook);
        response.writeHead(options.answer?.(webhook) ?? 200).end();
      })
      // A sender that breaks off, or sends more than any event has, is not answered.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, received: () => kept, stop: () => close(server) };
};
