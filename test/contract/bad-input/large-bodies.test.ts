import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, postText, problemOf } from '../call.ts';
import { jsonRoutes } from '../document.ts';
import { createHarness, type Harness } from '../harness.ts';
import { countRows } from './untouched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const piece = Buffer.alloc(64 * 1024, ' ');
const sizeBytes = 50 * 1024 * 1024;

/** What a socket receives, until it is closed by whatever end. */
const receive = (socket: Socket): { readonly text: () => string; readonly closed: Promise<void> } => {
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { text: () => Buffer.concat(received).toString('utf8'), closed };
};

/** Sends fifty megabytes as fast as the other side takes them, however early it answers. */
const upload = async (
  head: string,
  frame: (bytes: Buffer) => Buffer,
): Promise<{ answer: string; mostHeldBytes: number }> => {
  const { hostname, port } = new URL(harness.url);
  const socket = connect(Number(port), hostname);
  const { text, closed } = receive(socket);
  socket.write(head);
  let sentBytes = 0;
  let mostHeldBytes = 0;
  const framed = frame(piece);
  const heldBefore = heldBytes();
  while (sentBytes < sizeBytes && !socket.destroyed) {
    sentBytes += piece.length;
    if (sentBytes % (sizeBytes / 5) === 0) mostHeldBytes = Math.max(mostHeldBytes, heldSince(heldBefore));
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (!socket.destroyed) socket.write(frame(Buffer.alloc(0)));
  const patience = setTimeout(() => socket.destroy(), 5_000);
  await closed;
  clearTimeout(patience);
  return { answer: text(), mostHeldBytes };
};

const headOf = (path: string, apiKey: string | null, length: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(apiKey === null ? [] : [`X-API-Key: ${apiKey}`]),
    length,
    '\r\n',
  ].join('\r\n');

const withLength = `Content-Length: ${sizeBytes}`;
const chunked = 'Transfer-Encoding: chunked';
const asChunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in buffers that are still in use. */
const heldBytes = (): number => {
  // What the first one finds is given back when the second one begins.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

const mostKeptBytes = sizeBytes / 2;

/** Garbage is collected only where it would make a difference: that takes a tenth of a second each time. */
const heldSince = (heldBefore: number): number => {
  const heldOrGarbage = process.memoryUsage().arrayBuffers - heldBefore;
  return heldOrGarbage < mostKeptBytes ? heldOrGarbage : heldBytes() - heldBefore;
};

const ways = [
  { name: 'with its length', length: withLength, frame: (bytes: Buffer) => bytes },
  { name: 'in chunks', length: chunked, frame: asChunk },
];

for (const { path, operationId } of jsonRoutes) {
  it.each(ways)(`${operationId} refuses 50 MB sent $name, without keeping them`, async ({ length, frame }) => {
    const { database } = harness.testDatabase;
    const before = await countRows(database);
    const { answer, mostHeldBytes } = await upload(headOf(path, harness.shop.apiKey, length), frame);
    expect(mostHeldBytes).toBeLessThan(mostKeptBytes);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
    expect(await countRows(database)).toEqual(before);
  });

  it(`${operationId} tells a client that sends 50 MB why it refuses them`, async () => {
    const answer = await call(harness.url, postText(path, ' '.repeat(sizeBytes)), harness.shop.apiKey);
    expect([answer.status, problemOf(answer).code]).toEqual([413, 'payload_too_large']);
  });

  it.each(ways)(`${operationId} refuses 50 MB without a key sent $name`, async ({ length, frame }) => {
    const { answer } = await upload(headOf(path, null, length), frame);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
}
