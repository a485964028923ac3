import { planFaults, type Fault } from './plan-faults.ts';
import { planOperations, type PlannedOperation } from './plan-operations.ts';
import { randomFrom } from '#test/support/random';

/** What a receiver of webhooks does instead of answering 200 at once. */
export const hostilities = ['drips', 'hangs', 'fails', 'redirects', 'floods', 'closes', 'is gone'] as const;
export type Hostility = (typeof hostilities)[number];

export type InstancePlan = {
  /** How far its clock is off. */
  readonly clockMs: number;
  readonly poolSize: number;
};

/** How the instances meet the end of the faults: as they are, or one in place of both after a kill or a stop. */
export const endings = ['left running', 'killed', 'stopped'] as const;
export type Ending = (typeof endings)[number];

export type Plan = {
  readonly seed: number;
  readonly instances: readonly [InstancePlan, InstancePlan];
  readonly hostility: Hostility;
  readonly operations: readonly PlannedOperation[];
  readonly faults: readonly Fault[];
  readonly ending: Ending;
};

const tenMinutesMs = 600_000;

/** All that a run decides by chance, decided before it. What happens then also depends on timing, as in life. */
export const schedule = (seed: number): Plan => {
  const random = randomFrom(seed);
  const poolSize = random.weighed([
    [16, 2],
    [2, 1],
  ] as const);
  const instance = (): InstancePlan => ({
    clockMs: random.weighed([
      [0, 3],
      [tenMinutesMs, 1],
      [-tenMinutesMs, 1],
    ] as const),
    poolSize,
  });
  return {
    seed,
    instances: [instance(), instance()],
    hostility: random.pick(hostilities),
    operations: planOperations(random, randomFrom(`how creates of ${seed} are written`)),
    faults: planFaults(random, seed, randomFrom(`clocks of ${seed}`)),
    ending: random.weighed([
      ['left running', 2],
      ['killed', 1],
      ['stopped', 1],
    ] as const),
  };
};
