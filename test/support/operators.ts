import type { Operator } from '#features/access';

export const tester: Operator = { name: 'cli:tester', role: 'admin' };

/** Who sets up what a test needs. */
export const seeder: Operator = { name: 'seed', role: 'admin' };

/** Who decides in schedules and races. */
export const decider: Operator = { name: 'operator', role: 'admin' };
