import { setTimeout as rest } from 'node:timers/promises';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';

export type Loop = {
  /** Runs soon instead of after the wait. */
  readonly notify: () => void;
  /** Ends the loop; resolves when the run under way has ended. */
  readonly stop: () => Promise<void>;
  readonly hasSucceededWithin: (milliseconds: number) => boolean;
};

export type LoopOptions = {
  readonly name: string;
  readonly everyMs: number;
  /** True when there is more to do at once. */
  readonly run: () => Promise<boolean | void>;
  /** The shortest pause between two runs, however often it is woken. */
  readonly restMs?: number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'jobFailures'>;
};

const pauseAfterFailureMs = 1_000;

/** Runs the same work for ever, never two at a time; a failure is counted and logged and ends nothing. */
export const startLoop = (options: LoopOptions): Loop => {
  const { name, everyMs, run, restMs = 0, log, metrics } = options;
  let isStopped = false;
  let isWoken = false;
  let interrupt: () => void = () => undefined;
  let succeededAtMs = performance.now();
  let failuresInARow = 0;

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const runOnce = async (): Promise<boolean> => {
    try {
      const isMore = (await run()) === true;
      succeededAtMs = performance.now();
      if (failuresInARow > 0) log.info({ loop: name, failuresInARow }, 'Background work runs again.');
      failuresInARow = 0;
      return isMore;
    } catch (error) {
      failuresInARow += 1;
      metrics.jobFailures.inc({ job: name });
      // One line for an outage, not one per round of it.
      log[failuresInARow === 1 ? 'error' : 'debug']({ error, loop: name }, 'Background work failed.');
      return false;
    }
  };
  const live = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false;
      const isMore = await runOnce();
      if (isStopped) return;
      if (failuresInARow > 0) await pause(Math.max(everyMs, pauseAfterFailureMs));
      else if (!isMore) {
        if (restMs > 0) await rest(restMs);
        if (!isWoken && !isStopped) await pause(everyMs);
      }
    }
  };
  const ended = live();
  return {
    notify: () => {
      isWoken = true;
      if (failuresInARow === 0) interrupt();
    },
    stop: () => {
      isStopped = true;
      interrupt();
      return ended;
    },
    hasSucceededWithin: (milliseconds) => performance.now() - succeededAtMs <= milliseconds,
  };
};
