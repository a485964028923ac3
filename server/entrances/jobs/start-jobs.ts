import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Webhooks } from '#features/webhooks';
import { newId, type EndpointId } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { settleWithin } from '#platform/settle-within';
import { openJobPool } from './job-pool.ts';
import { addDeliverJobs, deliverTask, forgetInstance, reapOrphans, recordBeat } from './jobs-store.ts';
import { startLoop, type Loop } from './loop.ts';
import { superviseRunner, type SupervisedRunner } from './runner.ts';

export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  /** True when there is more to do at once. */
  readonly run: () => Promise<boolean | void>;
  /** Resolves when what it began has ended, for one that does not wait for it. */
  readonly settled?: () => Promise<void>;
};

/** The loops that need not wait for their turn when this process made their work. */
export type Notifiable = 'dispatcher' | 'payouts' | 'receipts';

export type JobNeeds = {
  /** A direct connection, not one through a pooler in transaction mode. */
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'jobFailures'>;
  readonly webhooks: Webhooks;
  readonly sweeps: readonly Sweep[];
};

export type Jobs = {
  /** Tells that work was committed just now, so that it need not wait for the loop's next turn. */
  readonly notify: (loop: Notifiable) => void;
  readonly isHealthy: () => boolean;
  /** Begins nothing more and ends within a few seconds; what is cut off is taken up by other instances. */
  readonly stop: () => Promise<void>;
};

const dispatcherEveryMs = 200;
const dispatcherRestMs = 10;
const beatEveryMs = 5_000;
const deliveryGraceMs = 3_000;
const stopWithinMs = 2_000;

/** How the work ends means nothing any more: the process stops. */
const within = (milliseconds: number, work: Promise<unknown>): Promise<void> =>
  settleWithin(
    work.catch(() => undefined),
    milliseconds,
  );

const isPayload = (payload: unknown): payload is { readonly endpointId: EndpointId } =>
  typeof payload === 'object' && payload !== null && 'endpointId' in payload;

const tasksOf = (webhooks: Webhooks): TaskList => ({
  [deliverTask]: async (payload) => {
    if (isPayload(payload)) await webhooks.deliver(payload.endpointId);
  },
});

const startDispatcher = ({ webhooks, log, metrics }: JobNeeds, pool: pg.Pool): Loop =>
  startLoop({
    name: 'dispatcher',
    everyMs: dispatcherEveryMs,
    restMs: dispatcherRestMs,
    run: async () => {
      const { endpointIds, isMore } = await webhooks.dispatch();
      if (endpointIds.length > 0) await addDeliverJobs(pool, endpointIds);
      return isMore;
    },
    log,
    metrics,
  });

const startHeartbeat = ({ log, metrics }: JobNeeds, pool: pg.Pool, beat: () => Promise<void>): Loop =>
  startLoop({
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

/** Starts everything that works without being asked: webhook deliveries, sweeps, the heartbeat and the reaper. */
export const startJobs = async (needs: JobNeeds): Promise<Jobs> => {
  const { log, metrics, webhooks } = needs;
  const pool = openJobPool(needs.databaseUrl, log);
  const instanceId = newId();
  let workerIds: readonly string[] = [];
  const beat = (): Promise<void> => recordBeat(pool, instanceId, workerIds);
  const register = (poolId: string): Promise<void> => {
    workerIds = [poolId];
    return beat();
  };
  let runner: SupervisedRunner;
  try {
    runner = await superviseRunner({ pool, log, tasks: tasksOf(webhooks), register });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const dispatcher = startDispatcher(needs, pool);
  const heartbeat = startHeartbeat(needs, pool, beat);
  const sweeps = new Map(needs.sweeps.map((sweep) => [sweep.name, startLoop({ ...sweep, log, metrics })]));
  const settled = (): Promise<void>[] => needs.sweeps.flatMap((sweep) => sweep.settled?.() ?? []);
  return {
    notify: (loop) => (loop === 'dispatcher' ? dispatcher : sweeps.get(loop))?.notify(),
    isHealthy: () =>
      runner.isRunning() && dispatcher.hasSucceededWithin(5_000) && heartbeat.hasSucceededWithin(3 * beatEveryMs),
    stop: async () => {
      const loops = [dispatcher, ...sweeps.values()].map((loop) => loop.stop());
      await within(stopWithinMs, Promise.all([...loops, runner.stop()]));
      await within(stopWithinMs, Promise.all(settled()));
      await webhooks.stop(deliveryGraceMs);
      await within(
        stopWithinMs,
        heartbeat.stop().then(() => forgetInstance(pool, instanceId)),
      );
      await within(stopWithinMs, pool.end());
    },
  };
};
