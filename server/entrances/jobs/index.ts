import type { TaskList } from 'graphile-worker';
import pg from 'pg';
import type { Webhooks } from '#features/webhooks';
import { newId, type EndpointId } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { addDeliverJobs, deliverTask, forgetInstance, reapOrphans, recordBeat } from './jobs-store.ts';
import { startLoop, type Loop } from './loop.ts';
import { superviseRunner } from './runner.ts';

export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
};

export type JobNeeds = {
  /** A direct connection: the runner listens for notifications, which a pooler in between would swallow. */
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'jobFailures'>;
  readonly webhooks: Webhooks;
  readonly sweeps: readonly Sweep[];
};

export type Jobs = {
  /** Tells that events were committed just now, so that they need not wait for the next pulse. */
  readonly wake: () => void;
  readonly isHealthy: () => boolean;
  /** Begins nothing more and ends within a few seconds; what is cut off is taken up by other instances. */
  readonly stop: () => Promise<void>;
};

const pulseEveryMs = 200;
const pulseRestMs = 10;
const beatEveryMs = 5_000;
const deliveryGraceMs = 3_000;
const stopWithinMs = 2_000;
// One connection per concurrent job at most, one that listens, one for pulse and heartbeat.
const poolSize = 14;

const within = (milliseconds: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });

/** Without these handlers a lost connection, idle or in use, would end the process. */
const openPool = (databaseUrl: string, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'turnpike jobs',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const note = (error: Error): void => log.warn({ error }, 'A job connection was lost.');
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
};

const isPayload = (payload: unknown): payload is { readonly endpointId: EndpointId } =>
  typeof payload === 'object' && payload !== null && 'endpointId' in payload;

const tasksOf = (webhooks: Webhooks): TaskList => ({
  [deliverTask]: async (payload) => {
    if (isPayload(payload)) await webhooks.deliver(payload.endpointId);
  },
});

/** Starts everything that works without being asked: webhook deliveries, sweeps, the heartbeat and the reaper. */
export const startJobs = async (needs: JobNeeds): Promise<Jobs> => {
  const { log, metrics, webhooks } = needs;
  const pool = openPool(needs.databaseUrl, log);
  const instanceId = newId();
  const workerIds = new Set<string>();
  const beat = (): Promise<void> => recordBeat(pool, instanceId, [...workerIds]);
  const runner = await superviseRunner({
    pool,
    log,
    tasks: tasksOf(webhooks),
    register: (poolId) => {
      workerIds.clear();
      workerIds.add(poolId);
      return beat();
    },
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const pulse = startLoop({
    name: 'pulse',
    everyMs: pulseEveryMs,
    restMs: pulseRestMs,
    run: async () => {
      const { endpointIds, isMore } = await webhooks.dispatch();
      if (endpointIds.length > 0) await addDeliverJobs(pool, endpointIds);
      return isMore;
    },
    log,
    metrics,
  });
  const heartbeat = startLoop({
    name: 'heartbeat',
    everyMs: beatEveryMs,
    run: async () => {
      await beat();
      const orphans = await reapOrphans(pool);
      if (orphans.length > 0) log.warn({ orphans }, 'Freed the jobs of instances that no longer beat.');
    },
    log,
    metrics,
  });
  const sweeps = needs.sweeps.map((sweep): Loop => startLoop({ ...sweep, log, metrics }));
  return {
    wake: pulse.wake,
    isHealthy: () =>
      runner.isRunning() && pulse.hasSucceededWithin(5_000) && heartbeat.hasSucceededWithin(3 * beatEveryMs),
    stop: async () => {
      const loops = [pulse, ...sweeps].map((loop) => loop.stop());
      await within(stopWithinMs, Promise.all([...loops, runner.stop()]));
      await webhooks.stop(deliveryGraceMs);
      await within(stopWithinMs, heartbeat.stop().then(() => forgetInstance(pool, instanceId)));
      await within(stopWithinMs, pool.end());
    },
  };
};
