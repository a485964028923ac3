import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { addEndpoint, createWebhooks } from '#features/webhooks';
import { newId, type EndpointId, type ShopId } from '#platform/ids';
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
import { addDeliverJobs, reapOrphans, recordBeat } from './jobs-store.ts';

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
  const jobs = await startJobs({ ...needs, databaseUrl: db.url, webhooks: createWebhooks(needs), sweeps });
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
    await until(async () => (await db.database('graphile_worker.jobs').select('id')).length === 0);
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

  it('stop and forget the instance', async () => {
    const { jobs } = await start();
    await until(async () => (await db.database('instances').select()).length === 1);
    await jobs.stop();
    running.length = 0;
    expect(await db.database('instances').select()).toEqual([]);
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

describe('the reaper', () => {
  it('is told the names under which jobs are locked, before any is', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const needs = webhookNeeds(db.database);
    const webhooks = { ...createWebhooks(needs), deliver: () => held };
    const pool = new pg.Pool({ connectionString: db.url, max: 1 });
    await addDeliverJobs(pool, [newId<EndpointId>()]);
    running.push(await startJobs({ ...needs, databaseUrl: db.url, webhooks, sweeps: [] }));
    const locks = (): Promise<{ isKnown: boolean }[]> =>
      pool
        .query<{ isKnown: boolean }>(
          `select exists (select from instances where jobs.locked_by = any(worker_ids)) as "isKnown"
           from graphile_worker.jobs where locked_by is not null`,
        )
        .then(({ rows }) => rows);
    await until(async () => (await locks()).length === 1);
    expect(await locks()).toEqual([{ isKnown: true }]);
    release();
    await until(async () => (await locks()).length === 0);
    await pool.end();
  });

  it('frees the jobs of an instance that no longer beats, and of no other', async () => {
    const pool = new pg.Pool({ connectionString: db.url, max: 2 });
    const [living, killed, unknown] = [newId<EndpointId>(), newId<EndpointId>(), newId<EndpointId>()];
    await addDeliverJobs(pool, [living, killed, unknown]);
    const lock = (id: string, worker: string, seconds: number): Promise<unknown> =>
      pool.query(
        `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - $3 * interval '1 second'
         where key = 'deliver:' || $1`,
        [id, worker, seconds],
      );
    await lock(living, 'pool-living', 120);
    await lock(killed, 'pool-killed', 120);
    await lock(unknown, 'pool-unknown', 120);
    await recordBeat(pool, living, ['pool-living']);
    await recordBeat(pool, killed, ['pool-killed']);
    expect(await reapOrphans(pool)).toEqual(['pool-unknown']);
    await pool.query(`update instances set beat_at = now() - interval '21 seconds' where instance_id = $1`, [killed]);
    expect(await reapOrphans(pool)).toEqual(['pool-killed']);
    const { rows } = await pool.query('select locked_by from graphile_worker.jobs where locked_by is not null');
    expect(rows).toEqual([{ locked_by: 'pool-living' }]);
    await pool.query('delete from instances');
    await pool.query('delete from graphile_worker._private_jobs');
    await pool.end();
  });

  it('buries a job that was replaced while its killed instance ran it', async () => {
    const pool = new pg.Pool({ connectionString: db.url, max: 2 });
    const endpointId = newId<EndpointId>();
    await addDeliverJobs(pool, [endpointId]);
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now() - interval '1 hour'`,
    );
    await addDeliverJobs(pool, [endpointId]);
    const jobs = async (): Promise<{ key: string | null }[]> =>
      (await pool.query<{ key: string | null }>('select key from graphile_worker.jobs order by id')).rows;
    expect(await jobs()).toEqual([{ key: null }, { key: `deliver:${endpointId}` }]);
    await reapOrphans(pool);
    expect(await jobs()).toEqual([{ key: `deliver:${endpointId}` }]);
    await pool.query('delete from graphile_worker._private_jobs');
    await pool.end();
  });
});
