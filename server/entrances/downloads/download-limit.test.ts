import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { eventually } from '#test/support/eventually';
import { createApp } from '../http/create-app.ts';
import { renderProblem } from '../v1/index.ts';
import { createDownloadRouter } from './index.ts';

// More than the buffers of both ends of a connection hold.
const content = Buffer.alloc(32 * 1024 * 1024);
const mostAtOnce = 16;
const log = createLog('silent');
let server: Server;
let received = 0;
let fetched = 0;
const readers: Socket[] = [];

beforeAll(async () => {
  const downloadReceipt = async () => {
    fetched += 1;
    return { content, fileName: 'receipt.pdf' };
  };
  const app = createApp({
    log,
    metrics: createMetrics(),
    isForeignOperation: () => Promise.resolve(false),
    mounts: [{ paths: [], router: createDownloadRouter({ downloadReceipt }) }],
    rendererOf: () => renderProblem('http://docs'),
    trustedProxies: [],
  });
  server = app.listen(0, '127.0.0.1');
  server.on('request', () => (received += 1));
  await once(server, 'listening');
});
afterAll(() => {
  readers.forEach((reader) => reader.destroy());
  server.close();
});

const portOf = (): number => (server.address() as AddressInfo).port;

const openReader = (): void => {
  const reader = connect(portOf(), '127.0.0.1');
  reader.on('error', () => undefined).pause();
  reader.write(`GET /receipts/${newId()} HTTP/1.1\r\nhost: gateway\r\n\r\n`);
  readers.push(reader);
};

it('holds no more documents for readers who take nothing than it can afford', async () => {
  for (let count = 0; count < mostAtOnce + 8; count += 1) openReader();
  await eventually(() => received === mostAtOnce + 8, 'all requests');
  // Answered after all of them were looked at.
  expect((await fetch(`http://127.0.0.1:${portOf()}/nowhere`)).status).toBe(404);
  expect(fetched).toBe(mostAtOnce);
  readers[0]?.destroy();
  await eventually(() => fetched === mostAtOnce + 1, 'the next turn');
  readers.forEach((reader) => reader.destroy());
  const answer = await fetch(`http://127.0.0.1:${portOf()}/receipts/${newId()}`);
  expect((await answer.arrayBuffer()).byteLength).toBe(content.length);
});
