import type { Webhooks } from '#features/webhooks';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { settleWithin } from '#platform/settle-within';
import { startLoop } from './loop.ts';

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

const dispatchEveryMs = 200;
const dispatchRestMs = 10;
const healthyWithinMs = 5_000;
const deliveryGraceMs = 3_000;
const stopWithinMs = 2_000;

/** How the work ends means nothing any more: the process stops. */
const within = (milliseconds: number, work: Promise<unknown>): Promise<void> =>
  settleWithin(
    work.catch(() => undefined),
    milliseconds,
  );

/** Starts everything that works without being asked: the dispatcher, the deliveries and the sweeps. */
export const startJobs = ({ log, metrics, webhooks, sweeps }: JobNeeds): Jobs => {
  const noted = { log, metrics };
  const dispatcher = startLoop({
    name: 'dispatcher',
    everyMs: dispatchEveryMs,
    restMs: dispatchRestMs,
    run: webhooks.dispatch,
    ...noted,
  });
  const deliveries = startLoop({
    name: 'deliveries',
    everyMs: dispatchEveryMs,
    run: async () => void (await webhooks.deliverDue()),
    ...noted,
  });
  const loops = new Map(sweeps.map((sweep) => [sweep.name, startLoop({ ...sweep, ...noted })]));
  const settled = (): Promise<void>[] => sweeps.flatMap((sweep) => sweep.settled?.() ?? []);
  return {
    notify: (loop) => (loop === 'dispatcher' ? dispatcher : loops.get(loop))?.notify(),
    isHealthy: () => [dispatcher, deliveries].every((loop) => loop.hasSucceededWithin(healthyWithinMs)),
    stop: async () => {
      const ended = [dispatcher, deliveries, ...loops.values()].map((loop) => loop.stop());
      await within(stopWithinMs, Promise.all(ended));
      await within(stopWithinMs, Promise.all(settled()));
      await webhooks.stop(deliveryGraceMs);
    },
  };
};
