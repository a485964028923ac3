import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '#platform/logs';

export type SupervisedRunner = {
  readonly isRunning: () => boolean;
  readonly stop: () => Promise<void>;
};

type RunnerNeeds = {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly tasks: TaskList;
  /**
   * Makes known under which name its jobs are locked: graphile-worker locks by pool, not by worker. No worker looks
   * for a job before this has ended.
   */
  readonly register: (poolId: string) => Promise<void>;
};

const concurrency = 12;
const restartDelayMs = 1_000;
// Jobs are announced; polling is for what an interrupted LISTEN missed.
const pollIntervalMs = 5_000;

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const loggerTo = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    log[levels[level]]({ source: 'graphile-worker' }, message);
  });

const startRunner = async (needs: RunnerNeeds): Promise<Runner> => {
  let registered: Promise<void> = Promise.resolve();
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => {
    // A database that is away at this moment is no reason to stop: the heartbeat registers again every few seconds.
    registered = needs.register(workerPool.id).catch((error: unknown) => {
      needs.log.warn({ error }, 'The job runner is not registered yet.');
    });
  });
  return run({
    pgPool: needs.pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: pollIntervalMs,
    logger: loggerTo(needs.log),
    taskList: needs.tasks,
    parsedCronItems: [],
    events,
    preset: {
      plugins: [{ name: 'registration', version: '1', worker: { hooks: { startWorker: () => registered } } }],
      // Unbatched, graphile-worker does not await these writes: a lost connection would be an unhandled rejection.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  });
};

/** Keeps a job runner running: one that ends by itself, a database gone for long perhaps, is started again. */
export const superviseRunner = async (needs: RunnerNeeds): Promise<SupervisedRunner> => {
  let isStopping = false;
  let isRunning = true;
  let runner = await startRunner(needs);

  const supervise = async (): Promise<void> => {
    while (!isStopping) {
      await runner.promise.catch((error: unknown) => needs.log.error({ error }, 'The job runner ended.'));
      isRunning = false;
      while (!isStopping && !isRunning) {
        await setTimeout(restartDelayMs);
        if (isStopping) return;
        try {
          runner = await startRunner(needs);
          isRunning = true;
        } catch (error) {
          needs.log.debug({ error }, 'The job runner did not start again.');
        }
      }
    }
  };
  void supervise();
  return {
    isRunning: () => isRunning,
    stop: async () => {
      isStopping = true;
      if (isRunning) await runner.stop().catch((error: unknown) => needs.log.debug({ error }, 'Runner stopped.'));
    },
  };
};
