import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw } from '#test/contract/raw-http';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { orderOf } from '../merchant.ts';
import { accompany } from './bystander.ts';
import { countStatuses, flood } from './flood.ts';
import { noteFigures } from './note-figures.ts';
import { upload } from './uploads.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

const sizeBytes = 50 * 1024 * 1024;

let db: TestDatabase;
let shop: TestShop;
let sendingShop: TestShop;
let server: WatchedServer;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  sendingShop = await createTestShop(db.database);
  server = await startWatchedServer(db.url, {});
});
afterAll(async () => {
  await server.end('SIGKILL');
  await db.drop();
});

const key = (): string => `X-API-Key: ${sendingShop.apiKey}`;
const times = <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, work));

/** Works on the server while another merchant goes about his business; bounds what that may cost in memory. */
const besideBystander = async <Result>(
  name: string,
  growthMb: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { result, memory } = await server.watchMemory(() =>
    accompany({ url: server.url, credentials: { 'x-api-key': shop.apiKey } }, work),
  );
  noteFigures(name, memory, result.experience);
  expect(result.experience.disappointments).toEqual([]);
  expect(memory.peakMb - memory.beforeMb).toBeLessThan(growthMb);
  await eventually(async () => (await server.vitals()).connections === 0, 'every connection to be gone');
  return result.result;
};

describe('fifty bodies of 50 MB at once', () => {
  it('are refused, each for its reason, and kept nowhere', async () => {
    const outcomes = await besideBystander('50 bodies of 50 MB', 250, () =>
      Promise.all([
        times(20, () => upload(server.url, { sizeBytes, headers: [key()] })),
        times(20, () => upload(server.url, { sizeBytes, headers: [key()], isChunked: true })),
        times(5, () => upload(server.url, { sizeBytes, headers: [] })),
        times(5, () => upload(server.url, { sizeBytes, headers: [key(), 'Content-Encoding: gzip'] })),
      ]),
    );
    expect(outcomes.map(countStatuses)).toEqual([{ 413: 20 }, { 413: 20 }, { 401: 5 }, { 415: 5 }]);
    const codes = outcomes.map((answers) => new Set(answers.map(({ text }) => /"code":"(\w+)"/.exec(text)?.[1])));
    const expected = ['payload_too_large', 'payload_too_large', 'api_key_missing', 'unsupported_media_type'];
    expect(codes).toEqual(expected.map((code) => new Set([code])));
    const operations = db.database('operations').where({ shop_id: sendingShop.shopId });
    expect(await operations.select('operation_id')).toEqual([]);
  });
});

describe('fifty at a time of bodies that are all nesting or all fields', () => {
  it('are refused', async () => {
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const fields = `{${Array.from({ length: 5_500 }, (_, index) => `"f${index}":1`).join(',')}}`;
    const headers = { 'x-api-key': sendingShop.apiKey, 'content-type': 'application/json' };
    const answers = await besideBystander('costly bodies', 200, () =>
      flood(server.url, { count: 300, connections: 50 }, (index) => ({
        method: 'POST',
        path: '/v1/payment',
        headers,
        body: index % 2 === 0 ? nested : fields,
      })),
    );
    expect(countStatuses(answers)).toEqual({ 400: 300 });
    const codes = answers.map(({ text }) => /"code":"(too_\w+)"/.exec(text)?.[1]);
    expect(new Set(codes)).toEqual(new Set(['too_deep', 'too_many_fields']));
  });
});

/** Sends its head, and its body only when it is invited. */
const askFirst = async (body: string, lengthBytes: number): Promise<string> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (received === '' && text.startsWith('HTTP/1.1 100 ')) socket.write(body);
    received += text;
  });
  const head = ['POST /v1/payment HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json', 'Connection: close'];
  socket.write([...head, `Content-Length: ${lengthBytes}`, 'Expect: 100-continue', '\r\n'].join('\r\n'));
  await once(socket, 'close');
  return received;
};

describe('a client that asks before it sends its body', () => {
  it('is not invited to send 50 MB', async () => {
    expect(await askFirst('', sizeBytes)).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/);
  });

  it('is invited to send what can be read', async () => {
    const body = JSON.stringify(orderOf('1000.58'));
    expect(await askFirst(body, body.length)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});

const post = (...headers: string[]): string =>
  ['POST /v1/payment HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json', ...headers, '\r\n'].join('\r\n');

const shapes: readonly (readonly [string, () => string, number])[] = [
  ['a header of 20 kB', () => post(`X-A: ${'a'.repeat(20_000)}`), 431],
  ['4,000 headers', () => post(...Array.from({ length: 4_000 }, (_, index) => `X-${index}: a`)), 431],
  ['an address of 20 kB', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['both a length and chunks', () => `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
  ['both chunks and a length', () => `${post('Transfer-Encoding: chunked', 'Content-Length: 2')}0\r\n\r\n`, 400],
  ['two lengths', () => `${post('Content-Length: 2', 'Content-Length: 3')}{}`, 400],
  ['a chunk of no size', () => `${post('Transfer-Encoding: chunked')}zz\r\n`, 400],
  ['rubbish', () => 'rubbish\r\n\r\n', 400],
];

describe('what Node’s parser refuses', () => {
  it('is answered with problems, fifty at once of each', async () => {
    const answers = await besideBystander('unreadable requests', 200, () =>
      Promise.all(shapes.map(([, bytes]) => times(50, () => sendRaw(server.url, bytes())))),
    );
    const names = shapes.map(([name]) => name);
    expect(answers.map((some, index) => [names[index], countStatuses(some)])).toEqual(
      shapes.map(([name, , status]) => [name, { [status]: 50 }]),
    );
    for (const { status, headers, body } of answers.flat()) {
      const requestId = headers.get('x-request-id');
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(body).toMatchObject({
        status,
        request_id: requestId,
        title: expect.any(String),
        message: expect.any(String),
      });
      if (status === 400)
        expect(body).toMatchObject({ code: 'invalid_request', errors: [{ code: 'malformed_request' }] });
    }
  });

  it('does not become the answer to the request before it', async () => {
    const last = `GET /v1/balances HTTP/1.1\r\nHost: a\r\n${key()}\r\n\r\n`;
    const { status, rest } = await sendRaw(server.url, `${last}rubbish\r\n\r\n`);
    expect([status, rest]).toEqual([200, '']);
  });
});
