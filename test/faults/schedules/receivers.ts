import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Hostility } from './plan.ts';

export type ReceivedEvent = {
  readonly eventId: string;
  readonly shop: number;
  readonly url: string;
  readonly isSigned: boolean;
  readonly body: { readonly type: string; readonly sequence: number; readonly data: Readonly<Record<string, unknown>> };
};

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** The time is not compared with a clock: some of the senders have a wrong one. */
const isSignedBy = (secret: string, request: IncomingMessage, body: string): boolean => {
  const at = new Date(Number(request.headers['webhook-timestamp']) * 1_000);
  const signature = new Webhook(secret).sign(String(request.headers['webhook-id']), at, body);
  return String(request.headers['webhook-signature']).split(' ').includes(signature);
};

const trickle = (response: ServerResponse, chunk: string | Buffer, everyMs: number): void => {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on('close', () => clearInterval(timer));
};

const behave = (hostility: Hostility, response: ServerResponse, elsewhere: string): void => {
  switch (hostility) {
    case 'drips':
      response.writeHead(500);
      return trickle(response, '.', 100);
    case 'hangs':
      return;
    case 'fails':
      return void response.writeHead(500).end('no');
    case 'redirects':
      return void response.writeHead(307, { location: elsewhere }).end();
    case 'floods':
      response.writeHead(503);
      return trickle(response, Buffer.alloc(65_536, 'x'), 5);
    case 'closes':
      return void response.destroy();
    case 'is gone':
      return void response.writeHead(410).end();
  }
};

/** A receiver for each shop, and for operations of their own, that takes what it gets, and one that does its worst. */
export const startReceivers = async (hostility: Hostility) => {
  const received: ReceivedEvent[] = [];
  const secrets: string[] = [];
  const ownUrls = new Map<string, string>();
  let strays = 0;
  let origin = '';

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request);
    const [, path, index] = (request.url ?? '').split('/');
    if (path === 'hostile') return behave(hostility, response, `${origin}/elsewhere`);
    if (path !== 'honest' && path !== 'own') {
      strays += 1;
      return void response.end();
    }
    const shop = Number(index);
    received.push({
      eventId: String(request.headers['webhook-id']),
      shop,
      url: `${origin}${request.url}`,
      isSigned: isSignedBy(secrets[shop] ?? '', request, body),
      body: JSON.parse(body) as ReceivedEvent['body'],
    });
    response.end();
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    honestUrl: (shop: number): string => `${origin}/honest/${shop}`,
    hostileUrl: (shop: number): string => `${origin}/hostile/${shop}`,
    /** Of one operation, which its amount tells from all others. */
    ownUrl: ({ shop, amount }: { readonly shop: number; readonly amount: string }): string => {
      const url = `${origin}/own/${shop}/${amount}`;
      ownUrls.set(amount, url);
      return url;
    },
    /** Null where the operation of this amount has none. */
    ownUrlOf: (amount: string): string | null => ownUrls.get(amount) ?? null,
    expect: (shop: number, secret: string): void => {
      secrets[shop] = secret;
    },
    received: (): readonly ReceivedEvent[] => received,
    /** Requests to where no instance was told to send anything. */
    strays: (): number => strays,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;
