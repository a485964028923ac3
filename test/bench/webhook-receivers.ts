import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { measure, type Measured } from './load.ts';

export type Receivers = {
  readonly urls: readonly string[];
  readonly count: () => number;
  readonly stop: () => Promise<void>;
};

/** Receivers that only count: the bench is about the sender. */
export const startReceivers = async (howMany: number): Promise<Receivers> => {
  let received = 0;
  const servers: Server[] = [];
  for (let index = 0; index < howMany; index += 1) {
    const server = createServer((request, response) => {
      request.resume();
      request.once('end', () => {
        received += 1;
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    count: () => received,
    stop: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.resolve();
    },
  };
};

/** A signed POST to a receiver without any queue: what one Node process can send at most. */
export const measureSignedPosts = async (
  lanes: number,
  seconds: { readonly warmUp: number; readonly counted: number },
): Promise<Measured> => {
  const receivers = await startReceivers(1);
  const pool = new Pool(receivers.urls[0]!, { connections: lanes });
  const body = JSON.stringify({ type: 'operation.completed', data: 'x'.repeat(600) });
  try {
    return await measure(lanes, seconds, async () => {
      const signature = createHmac('sha256', 'secret').update(body).digest('base64');
      const answer = await pool.request({
        method: 'POST',
        path: '/',
        body,
        headers: { 'webhook-signature': signature },
      });
      await answer.body.dump();
    });
  } finally {
    await pool.close();
    await receivers.stop();
  }
};
