import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { RequestListener, Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { eventually } from '#test/support/eventually';
import { createApiServer, type ApiServerLimits } from './create-api-server.ts';
import type { RenderError } from './render-error.ts';

const limits: ApiServerLimits = {
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  answerTimeoutMs: 60_000,
  keepAliveTimeoutMs: 60_000,
  mostConnections: 100,
  otherFiles: 100,
};

const running: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const renderStatus: RenderError = ({ code }) => {
  const status = code === 'request_timeout' ? 408 : 400;
  return { status, headers: {}, text: JSON.stringify({ status }) };
};

const start = async (app: RequestListener, changes: Partial<ApiServerLimits> = {}) => {
  const metrics = createMetrics();
  const server = createApiServer(
    { app, rendererOf: () => renderStatus, headers: {}, log: createLog('silent'), metrics },
    { ...limits, ...changes },
  );
  running.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', () => socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await once(socket, 'connect');
    return { socket, received: () => text, closed };
  };
  const cut = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await metrics.connectionsCut.get()).values.map(({ labels, value }) => [labels.reason, value]));
  return { open, cut, connections: async () => (await metrics.connections.get()).values[0]?.value ?? 0 };
};

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const large = 'x'.repeat(16 * 1024 * 1024);

describe('answers that no client reads', () => {
  it('are waited for so long and no longer', async () => {
    const { open, cut, connections } = await start((_request, response) => response.end(large), {
      answerTimeoutMs: 300,
    });
    const { socket } = await open();
    socket.pause().write(get('/'));
    await eventually(async () => (await connections()) === 0, 'the connection to be closed');
    expect(await cut()).toEqual({ answer_unread: 1 });
  });

  it('are no matter where they are read as fast as they come', async () => {
    const { open, cut } = await start((_request, response) => response.end(large), { answerTimeoutMs: 20_000 });
    const { socket, received } = await open();
    socket.write(get('/'));
    await eventually(() => received().endsWith(large), 'all of the answer');
    expect(await cut()).toEqual({});
  });
});

describe('requests that come behind each other', () => {
  it('are answered in their order, sixty-four at a time', async () => {
    const { open, cut } = await start(({ url }, response) => void setTimeout(() => response.end(`(${url})`), 20));
    const { socket, received } = await open();
    const paths = Array.from({ length: 64 }, (_, index) => `/${index}`);
    socket.write(paths.map(get).join(''));
    await eventually(() => received().includes('(/63)'), 'the last answer');
    expect([...received().matchAll(/\((.+)\)/g)].map(([, path]) => path)).toEqual(paths);
    expect(await cut()).toEqual({});
  });

  it('end the connection when there are more, and those are not begun', async () => {
    let begun = 0;
    const { open, cut, connections } = await start(() => void (begun += 1));
    const { socket, closed } = await open();
    socket.write(get('/').repeat(2_000));
    await closed;
    expect([begun, await cut()]).toEqual([64, { pipelined: 1 }]);
    await eventually(async () => (await connections()) === 0, 'the connection to be forgotten');
  });
});

describe('bytes that are no request', () => {
  it('are answered with a problem', async () => {
    const { open, cut } = await start(() => undefined);
    const { socket, received, closed } = await open();
    socket.write('rubbish\r\n\r\n');
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\n\{"status":400\}$/);
    expect(received()).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m);
    expect(await cut()).toEqual({ unreadable: 1 });
  });

  it('that come too slowly are answered so, and a connection that was never used is closed without a word', async () => {
    const { open, cut } = await start(() => undefined, { headersTimeoutMs: 200 });
    const [slow, unused] = [await open(), await open()];
    slow.socket.write('GET / HTTP/1.1\r\n');
    await Promise.all([slow.closed, unused.closed]);
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 [^]*\{"status":408\}$/);
    expect(unused.received()).toBe('');
    expect(await cut()).toEqual({ too_slow: 2 });
  });

  it('do not speak for the request before them, which gets its own answer', async () => {
    let answer = (): void => undefined;
    const { open, cut } = await start((_request, response) => {
      answer = () => void response.end('done');
    });
    const { socket, received, closed } = await open();
    socket.write(`${get('/')}rubbish\r\n\r\n`);
    await eventually(async () => (await cut())['unreadable'] === 1, 'the rubbish to be noticed');
    expect(received()).toBe('');
    answer();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
    expect(received()).not.toContain('400');
  });
});

describe('a client that asks before it sends its body', () => {
  it('is not invited by the server itself', async () => {
    const { open } = await start((_request, response) => void response.writeHead(401).end());
    const { socket, received } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
    await eventually(() => received().length > 0, 'the answer');
    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  });
});
