import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { addEndpoint, createWebhooks } from '#features/webhooks';
import type { ShopId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import {
  addEvents,
  addShop,
  deliveriesOf,
  startReceiver,
  until,
  webhookNeeds,
  type Receiver,
} from '#server/features/webhooks/webhook-fixture';
import { startJobs, type Jobs, type Sweep } from './index.ts';

let db: TestDatabase;
let shopId: ShopId;
let receiver: Receiver;
const running: Jobs[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  receiver = await startReceiver();
  shopId = await addShop(db.database);
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await receiver.close();
  await db.database('webhook_deliveries').delete();
});

const start = async (sweeps: readonly Sweep[] = []): Promise<{ jobs: Jobs; failures: () => Promise<number> }> => {
  const needs = webhookNeeds(db.database);
  await addEndpoint(needs, shopId, { url: receiver.url });
  const jobs = startJobs({ ...needs, webhooks: createWebhooks(needs), sweeps });
  running.push(jobs);
  const failures = async (): Promise<number> =>
    (await needs.metrics.jobFailures.get()).values.reduce((sum, { value }) => sum + value, 0);
  return { jobs, failures };
};

/** Ends every other connection to the database, as a restart of Postgres would. */
const cutConnections = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await client.end();
};

describe('the jobs', () => {
  it('deliver an event by themselves, and are healthy', async () => {
    const { jobs } = await start();
    await addEvents(db.database, shopId, 1);
    await receiver.has(1);
    await until(() => jobs.isHealthy());
  });

  it('do not wait for their turn when they are woken', async () => {
    let runs = 0;
    const hourly = { name: 'payouts', everyMs: 3_600_000, run: async () => void (runs += 1) };
    const { jobs } = await start([hourly]);
    await until(() => runs === 1);
    jobs.notify('payouts');
    await until(() => runs === 2);
  });

  it('keep up with events that come while others are delivered', async () => {
    const { jobs } = await start();
    for (let round = 0; round < 20; round += 1) {
      await addEvents(db.database, shopId, 25);
      jobs.notify('dispatcher');
    }
    await receiver.has(500);
    await until(async () => (await deliveriesOf(db.database, shopId)).every((row) => row.status === 'delivered'));
    expect(receiver.received).toHaveLength(500);
  });

  it('go on by themselves after every connection was cut', async () => {
    const { jobs } = await start();
    await addEvents(db.database, shopId, 1);
    await receiver.has(1);
    for (let round = 0; round < 3; round += 1) {
      await cutConnections();
      // The test's own pool lost all its connections too, and hands out one dead one after the other.
      await until(() =>
        addEvents(db.database, shopId, 50).then(
          () => true,
          () => false,
        ),
      );
      await cutConnections();
    }
    await until(async () => {
      const rows = await deliveriesOf(db.database, shopId).catch(() => []);
      return rows.length >= 151 && rows.every((row) => row.status === 'delivered' || row.leased_until !== null);
    });
    await until(() => jobs.isHealthy());
  });

  it('begin nothing more once they are stopped', async () => {
    let runs = 0;
    const { jobs } = await start([{ name: 'often', everyMs: 1, run: async () => void (runs += 1) }]);
    await until(() => runs > 0);
    await jobs.stop();
    const before = runs;
    await addEvents(db.database, shopId, 1);
    jobs.notify('dispatcher');
    expect(await deliveriesOf(db.database, shopId)).toEqual([]);
    expect(runs).toBe(before);
    running.length = 0;
  });
});

describe('sweeps', () => {
  it('run again and again, never two at a time, whatever they throw', async () => {
    let runs = 0;
    let atOnce = 0;
    let mostAtOnce = 0;
    const { failures } = await start([
      {
        name: 'slow',
        everyMs: 1,
        run: async () => {
          atOnce += 1;
          mostAtOnce = Math.max(mostAtOnce, atOnce);
          await new Promise((resolve) => setTimeout(resolve, 30));
          atOnce -= 1;
          runs += 1;
        },
      },
      { name: 'broken', everyMs: 1, run: () => Promise.reject(new Error('no')) },
    ]);
    await until(() => runs >= 5);
    await until(async () => (await failures()) >= 2);
    expect(mostAtOnce).toBe(1);
  });
});
