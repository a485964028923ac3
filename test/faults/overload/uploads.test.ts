import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirm, createAwaiting } from '#test/contract/awaiting-receipt';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { accompany } from './bystander.ts';
import { countStatuses } from './flood.ts';
import { noteFigures } from './note-figures.ts';
import { slowInUpload } from './slow-clients.ts';
import { uploadReceipt } from './uploads.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

const largestBytes = 10_485_760;

let db: TestDatabase;
let shop: TestShop;
let sendingShop: TestShop;
let directory: string;
let server: WatchedServer;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  sendingShop = await createTestShop(db.database);
  directory = mkdtempSync(join(tmpdir(), 'turnpike-uploads-'));
  server = await startWatchedServer(db.url, { UPLOAD_DIR: directory, REQUEST_TIMEOUT_MS: '30000' });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await db.drop();
  rmSync(directory, { recursive: true });
});

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Works on the server while another merchant goes about his business; afterwards nothing of it is left. */
const besideBystander = async <Result>(
  name: string,
  growthMb: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = await server.vitals();
  const { result, memory } = await server.watchMemory(() =>
    accompany({ url: server.url, credentials: { 'x-api-key': shop.apiKey } }, work),
  );
  noteFigures(name, memory, result.experience);
  expect(result.experience.disappointments).toEqual([]);
  expect(memory.peakMb - memory.beforeMb).toBeLessThan(growthMb);
  await eventually(
    async () => (await server.vitals()).connections <= before.connections,
    'every connection to be gone',
  );
  // Its connections to the database come and go.
  const isTidy = async (): Promise<boolean> => ((await server.vitals()).openFiles ?? 0) < (before.openFiles ?? 0) + 20;
  await eventually(isTidy, 'every upload to be closed');
  expect(readdirSync(directory)).toEqual([]);
  return result.result;
};

const sendTo = (operationId: string, fileBytes: number, isChunked = false) =>
  uploadReceipt(server.url, { apiKey: sendingShop.apiKey, operationId, fileBytes, start: randomUUID(), isChunked });

describe('fifty uploads of 10 MiB at once', () => {
  it('wait on the disk, not in memory', async () => {
    const answers = await besideBystander('50 uploads of 10 MiB', 200, () =>
      times(50, (index) => sendTo(randomUUID(), largestBytes, index % 2 === 0)),
    );
    expect(countStatuses(answers)).toEqual({ 404: 50 });
  });

  it('are refused where they are larger, each as soon as that is known', async () => {
    const answers = await besideBystander('50 uploads of 50 MB', 200, () =>
      times(50, (index) => sendTo(randomUUID(), 50_000_000, index % 2 === 0)),
    );
    expect(countStatuses(answers)).toEqual({ 413: 50 });
    expect(answers.filter(({ text }) => !text.includes('"code":"payload_too_large"'))).toEqual([]);
  });
});

describe('a dozen receipts of 10 MiB at once', () => {
  it('are stored a few at a time', async () => {
    const payments = await times(12, () => createAwaiting(server.url, sendingShop));
    const answers = await besideBystander('12 receipts of 10 MiB', 300, () =>
      times(12, (index) => sendTo(payments[index]!.operation_id, largestBytes)),
    );
    expect(countStatuses(answers)).toEqual({ 200: 12 });
    const files = db
      .database('receipt_files')
      .where({ shop_id: sendingShop.shopId, state: 'recorded', size_bytes: largestBytes });
    expect(await files.select('file_id')).toHaveLength(12);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});

describe('slow uploads', () => {
  it('are cut off, and give their places to others', async () => {
    const hasty = await startWatchedServer(db.url, { UPLOAD_DIR: directory, REQUEST_TIMEOUT_MS: '3000' });
    try {
      // More than there may be at once.
      const clients = Array.from({ length: 300 }, () => slowInUpload(hasty.url, sendingShop.apiKey));
      const dripping = setInterval(() => clients.forEach(({ drip }) => drip()), 200);
      const statuses = await Promise.all(clients.map(({ closed }) => closed));
      clearInterval(dripping);
      // A client that writes at the very moment of the cut sees a reset in place of the answer.
      expect(statuses.filter((status) => status !== 408 && status !== 503 && status !== null)).toEqual([]);
      expect(statuses.filter((status) => status === 408).length).toBeGreaterThan(0);
      const payment = await createAwaiting(hasty.url, sendingShop);
      expect((await confirm(hasty.url, sendingShop, payment.operation_id, `no PDF ${randomUUID()}`)).status).toBe(200);
    } finally {
      await hasty.end('SIGKILL');
    }
  });
});

describe('a process that is killed while it receives uploads', () => {
  it('leaves none of them behind', async () => {
    const doomed = await startWatchedServer(db.url, { UPLOAD_DIR: directory });
    const { openFiles: before } = await doomed.vitals();
    const clients = Array.from({ length: 20 }, () => slowInUpload(doomed.url, sendingShop.apiKey));
    // Each is a connection and a file.
    const areUnderWay = async (): Promise<boolean> => ((await doomed.vitals()).openFiles ?? 0) >= (before ?? 0) + 40;
    if (before !== null) await eventually(areUnderWay, 'the uploads to be on the disk');
    await doomed.end('SIGKILL');
    await Promise.all(clients.map(({ closed }) => closed));
    expect(readdirSync(directory)).toEqual([]);
  });
});
