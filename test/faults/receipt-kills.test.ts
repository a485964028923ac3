import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from './clean-check.ts';
import {
  endBackends,
  holdOperation,
  holdReceiptContents,
  holdReceiptFiles,
  someoneWaits,
  type HeldLock,
} from './held-locks.ts';
import {
  createAwaiting,
  filesOf,
  judgeRecorded,
  letStoringTimeOut,
  removeUnrecorded,
  strayFiles,
  uploadReceipt,
  type Awaiting,
} from './receipt-merchant.ts';
import { startDatabaseProxy } from './schedules/database-proxy.ts';

let db: TestDatabase;
let shop: TestShop;
let survivor: RunningServer;
let victim: ServerProcess | undefined;
const settings = { TURNPIKE_ROLE: 'api', DATABASE_STATEMENT_TIMEOUT_MS: '60000', DATABASE_LOCK_TIMEOUT_MS: '60000' };
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  survivor = await startTestServer(db.url, settings);
});
afterAll(async () => {
  await survivor.stop();
  await victim?.end('SIGKILL');
  await db.drop();
});

const upload = (url: string, { operationId, receipt }: Awaiting) =>
  uploadReceipt(url, shop.apiKey, operationId, receipt);
const files = ({ operationId }: Awaiting) => filesOf(db.database, operationId);
const becomes = (payment: Awaiting, ...states: string[]) =>
  eventually(
    async () => (await files(payment)).join() === states.join(),
    `the files to be ${states.join('; ') || 'gone'}`,
  );
const isUnderReview = { status: 200, body: { status: 'awaiting_confirmation' } };
const reviewedOf = async ({ operationId }: Awaiting): Promise<unknown> =>
  (await db.database('operations').where({ operation_id: operationId }).first()).receipt_file_id;

/** An upload to a process of its own, as far as the lock that is held, and no further. */
const holdUpload = async (payment: Awaiting, take: () => Promise<HeldLock>) => {
  await victim?.end('SIGKILL');
  victim = await spawnServer(db.url, settings);
  const lock = await take();
  const answered = upload(victim.url, payment).catch(() => null);
  return { victim, lock, answered, backends: await someoneWaits(lock, 'the upload to stand still') };
};

/** Where the upload stands still, and what is there of it if its statement does or does not commit. */
const moments = [
  ['its row was written', () => holdReceiptFiles(db.database), [], ['storing']],
  ['its content was stored', () => holdReceiptContents(db.database), ['storing'], ['storing, stored']],
  [
    'it was recorded',
    ({ operationId }: Awaiting) => holdOperation(db.database, operationId),
    ['storing, stored'],
    ['recorded, stored'],
  ],
] as const;

describe.each(moments)('an upload whose process is killed when %s', (_step, hold, before, after) => {
  it.each([
    ['almost, and never was', true],
    ['just then, its answer unheard', false],
  ])('%s, is done by sending the file again, and leaves nothing behind', async (_moment, isLost) => {
    const payment = await createAwaiting(survivor.url, shop.apiKey, '60.54');
    const { victim: process, lock, backends } = await holdUpload(payment, () => hold(payment));
    await process.end('SIGKILL');
    if (isLost) await endBackends(db.database, backends);
    await lock.release();
    const left = isLost ? before : after;
    await becomes(payment, ...left);

    const isRecorded = left.some((state) => state.startsWith('recorded'));
    expect(await upload(survivor.url, payment)).toMatchObject(isUnderReview);
    expect(await upload(survivor.url, payment)).toMatchObject(isUnderReview);
    await becomes(payment, ...left, ...(isRecorded ? [] : ['recorded, stored']));
    const reviewed = await reviewedOf(payment);
    await removeUnrecorded(db.database);
    await becomes(payment, ...left, ...(isRecorded ? [] : ['recorded, stored']));
    await letStoringTimeOut(db.database);
    await removeUnrecorded(db.database);
    expect(await files(payment)).toEqual(['recorded, stored']);
    expect(await reviewedOf(payment)).toBe(reviewed);
    expect(await strayFiles(db.database)).toBe(0);
  });
});

describe('an upload whose process stands still for so long that its row is removed', () => {
  it.each([
    ['its content is stored', () => holdReceiptFiles(db.database), 'storing'],
    ['it is recorded', () => holdReceiptContents(db.database), 'storing, stored'],
  ])(
    'before %s, leaves nothing behind when it goes on, and has not touched what came in between',
    async (_what, take, left) => {
      const payment = await createAwaiting(survivor.url, shop.apiKey, '61.54');
      const { victim: process, lock, answered } = await holdUpload(payment, take);
      process.freeze();
      await lock.release();
      await becomes(payment, left);
      await letStoringTimeOut(db.database);
      await removeUnrecorded(db.database);
      expect(await files(payment)).toEqual([]);
      expect(await upload(survivor.url, payment)).toMatchObject(isUnderReview);
      const reviewed = await reviewedOf(payment);

      process.thaw();
      // Its own file is recorded by another process by now, or its content has nowhere to go.
      expect((await answered)?.status).toEqual(expect.any(Number));
      await becomes(payment, 'recorded, stored');
      expect(await reviewedOf(payment)).toBe(reviewed);
      expect(await strayFiles(db.database)).toBe(0);
    },
  );
});

describe('an upload whose recording is not heard of', () => {
  it.each(['before', 'after'] as const)(
    'is there with its content or not at all: the connection is lost %s the commit',
    async (moment) => {
      const payment = await createAwaiting(survivor.url, shop.apiKey, '62.54');
      const proxy = await startDatabaseProxy(db.url, () => undefined);
      const server = await startTestServer(proxy.url, { ...settings, LOG_LEVEL: 'fatal' });
      try {
        proxy.cut('record_receipt_file', moment, 1);
        expect(await upload(server.url, payment)).toMatchObject({ status: 503 });
        await becomes(payment, moment === 'after' ? 'recorded, stored' : 'removing, stored');
        await letStoringTimeOut(db.database);
        await removeUnrecorded(db.database);
        await becomes(payment, ...(moment === 'after' ? ['recorded, stored'] : []));
        expect(await upload(server.url, payment)).toMatchObject(isUnderReview);
        expect(await files(payment)).toEqual(['recorded, stored']);
      } finally {
        await server.stop();
        await proxy.stop();
      }
    },
  );
});

describe.each(['remember_receipt_digest', 'judge_receipt_file'])('a recorded file whose %s is not heard of', (step) => {
  it.each(['before', 'after'] as const)(
    'is judged later, and the same content at another payment is known for what it is: cut %s the commit',
    async (moment) => {
      const payment = await createAwaiting(survivor.url, shop.apiKey, '63.54');
      const other = { ...(await createAwaiting(survivor.url, shop.apiKey, '63.54')), receipt: payment.receipt };
      const proxy = await startDatabaseProxy(db.url, () => undefined);
      const server = await startTestServer(proxy.url, { ...settings, LOG_LEVEL: 'fatal' });
      try {
        proxy.cut(step, moment, 1);
        expect(await upload(server.url, payment)).toMatchObject({ status: 503 });
        expect(await files(payment)).toEqual(['recorded, stored']);
        expect(await upload(survivor.url, payment)).toMatchObject(isUnderReview);
      } finally {
        await server.stop();
        await proxy.stop();
      }
      const isRemembered = step === 'judge_receipt_file' || moment === 'after';
      const doubted = { status: 200, body: { status: 'manual_check', manual_check_reason: 'potential_fake' } };
      expect(await upload(survivor.url, other)).toMatchObject(isRemembered ? doubted : isUnderReview);
      await judgeRecorded(db.database);
      await judgeRecorded(db.database);
      const [first, second] = isRemembered ? [payment, other] : [other, payment];
      const usedElsewhere = async ({ operationId }: Awaiting): Promise<unknown> =>
        (await db.database('receipt_files').where({ operation_id: operationId }).pluck('findings'))[0];
      expect(await usedElsewhere(first)).toMatchObject({ isUsedElsewhere: false });
      expect(await usedElsewhere(second)).toMatchObject({ isUsedElsewhere: true });
      expect(await upload(survivor.url, first)).toMatchObject(isUnderReview);
      expect(await upload(survivor.url, second)).toMatchObject(doubted);
      expect(await brokenInvariants(db.database)).toEqual([]);
    },
  );
});

it('is reviewed once whatever happened to its upload, and breaks no invariant', async () => {
  const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
  try {
    await eventually(
      async () => (await db.database('operations').whereNotIn('status', ['completed', 'manual_check'])).length === 0,
      'every payment to be completed, or to wait for an operator',
    );
    const events = await db.database('events').where({ type: 'operation.completed' }).pluck('operation_id');
    expect(new Set(events).size).toBe(events.length);
    expect(await strayFiles(db.database)).toBe(0);
    expect(await brokenInvariants(db.database)).toEqual([]);
  } finally {
    await worker.stop();
  }
});
