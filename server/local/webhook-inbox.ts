import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { hostAndPort } from '#platform/host-and-port';
import { printable } from '../entrances/command-line/printable.ts';

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

const nameIn = (host: string): string => /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(host)?.slice(1).find(Boolean) ?? '';

/**
 * A page of the web can give a name of its own this machine's address, and would then read the list with its visitor's
 * browser. An address cannot be given away like that, so all of them do where the inbox listens on all.
 */
const isOwnHost = (header: string | undefined, ownHost: string): boolean => {
  const name = nameIn(header ?? '').toLowerCase();
  if (['localhost', '127.0.0.1', '::1', ownHost.toLowerCase()].includes(name)) return true;
  return ['0.0.0.0', '::'].includes(ownHost) && isIP(name) !== 0;
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
    if (!isOwnHost(request.headers.host, options.host)) {
      response.writeHead(421, { connection: 'close' }).end();
      return;
    }
    if (request.method === 'GET') {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      response.end(printable(JSON.stringify(kept)));
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
  return { url: `http://${hostAndPort(options.host, port)}`, received: () => kept, stop: () => close(server) };
};
