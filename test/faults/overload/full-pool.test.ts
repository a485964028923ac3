import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { holdSandbox, type HeldLock } from '../held-locks.ts';
import { createPayment, orderOf } from '../merchant.ts';
import { accompany } from './bystander.ts';
import { countStatuses, flood, type FloodAnswer } from './flood.ts';
import { noteFigures } from './note-figures.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

const poolSize = 2;

let db: TestDatabase;
let shop: TestShop;
let server: WatchedServer;
let held: HeldLock | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  server = await startWatchedServer(db.url, {
    DATABASE_POOL_SIZE: `${poolSize}`,
    DATABASE_QUEUE_LIMIT: '20',
    DATABASE_ACQUIRE_TIMEOUT_MS: '1000',
    // A transaction that has a connection keeps it for as long as the test wants.
    DATABASE_LOCK_TIMEOUT_MS: '120000',
    DATABASE_STATEMENT_TIMEOUT_MS: '120000',
    ACCEPTANCE_TIMEOUT_MS: '120000',
  });
});
afterAll(async () => {
  await held?.release();
  await server.end('SIGKILL');
  await db.drop();
});

/** Creates whose provider's step stands still, each with a connection of the pool. */
const fillPool = async (lock: HeldLock) => {
  const creates: ReturnType<typeof createPayment>[] = [];
  for (let count = 1; count <= poolSize; count += 1) {
    creates.push(createPayment(server.url, shop.apiKey, orderOf(`${1_000 + count}.58`)));
    await eventually(async () => (await lock.waiting()).length === count, `create ${count} to hold a connection`);
  }
  return Promise.all(creates);
};

const expectRefusals = (answers: readonly FloodAnswer[]): void => {
  expect(Object.keys(countStatuses(answers))).toEqual(['503']);
  for (const { headers, text } of answers) {
    expect(text).toContain('"code":"temporarily_unavailable"');
    expect(headers['retry-after']).toBe('1');
  }
};

const probe = (path: string) => flood(server.url, { count: 20, connections: 10 }, () => ({ method: 'GET', path }));

describe('a pool whose connections all stand still', () => {
  it('refuses reads and creates while the probes answer, and serves again by itself', async () => {
    const headers = { 'x-api-key': shop.apiKey, 'content-type': 'application/json' };
    const readBalances = (count: number, connections: number) =>
      flood(server.url, { count, connections }, () => ({ method: 'GET', path: '/v1/balances', headers }));
    const crowd = async (): Promise<void> => {
      const lock = await holdSandbox(db.database);
      held = lock;
      const filling = fillPool(lock);
      await eventually(async () => (await lock.waiting()).length === poolSize, 'the pool to be full');
      // Nothing is released before all of them are answered.
      const reads = readBalances(400, 200);
      const creates = flood(server.url, { count: 400, connections: 200 }, (index) => {
        const body = JSON.stringify(orderOf('1000.58', `waits-${index}`));
        return { method: 'POST', path: '/v1/payment', headers, body };
      });
      const probes = Promise.all(['/livez', '/readyz', '/healthz'].map(probe));
      expectRefusals(await reads);
      expectRefusals(await creates);
      const [livez, ...others] = (await probes).map(countStatuses);
      expect(livez).toEqual({ 204: 20 });
      // A machine that is busy with all the rest may keep the database from answering these in time, but not for long.
      for (const statuses of others) expect(['204', '503']).toEqual(expect.arrayContaining(Object.keys(statuses)));
      const isReady = async (): Promise<boolean> => countStatuses(await probe('/readyz'))['204'] === 20;
      await eventually(isReady, 'the process to be ready although its pool is full');
      expect(await lock.waiting()).toHaveLength(poolSize);
      held = undefined;
      await lock.release();
      expect((await filling).map(({ status }) => status)).toEqual([200, 200]);
    };
    const { memory } = await server.watchMemory(crowd);
    expect(memory.peakMb - memory.beforeMb).toBeLessThan(200);

    const { result, experience } = await accompany({ url: server.url, credentials: { 'x-api-key': shop.apiKey } }, () =>
      readBalances(200, 4),
    );
    expect(countStatuses(result)).toEqual({ 200: 200 });
    expect(experience.disappointments).toEqual([]);
    noteFigures('full pool', memory, experience);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
