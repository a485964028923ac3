import { checkInvariants, type Finding } from '#features/reports';
import type { Database } from '#platform/database';

/** What `turnpike check` complains about. */
export const allBrokenInvariants = async (database: Database): Promise<readonly Finding[]> =>
  (await checkInvariants({ database })).filter(({ violations }) => violations > 0);

/** They say how late a worker may be: on a slow machine, or without one, a minute goes by. */
const promptness = new Set(['events_are_dispatched', 'deliveries_move_on']);

/** What `turnpike check` would complain about, however slow everything was: nothing, after any fault. */
export const brokenInvariants = async (database: Database): Promise<readonly Finding[]> =>
  (await allBrokenInvariants(database)).filter(({ name }) => !promptness.has(name));
