import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { dropBundle } from './bundle-instance.ts';
import { prepareGround, type Ground } from './databases.ts';
import { schedule } from './plan.ts';
import { runSchedule } from './run-schedule.ts';

/** The tests of these schedules, one after the other. */
export const keepPromises = (seeds: readonly number[]): void => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await prepareGround();
  });
  afterAll(async () => {
    await ground.stop();
    dropBundle();
  });

  describe('two instances under load and faults', () => {
    it.each(seeds)('keep every promise in the schedule with seed %i', (seed) => runSchedule(schedule(seed), ground));
  });
};
