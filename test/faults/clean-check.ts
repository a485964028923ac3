import { checkInvariants, type Finding } from '#features/reports';
import type { Database } from '#platform/database';

/** What `turnpike check` would complain about: nothing, after any fault. */
export const brokenInvariants = async (database: Database): Promise<readonly Finding[]> =>
  (await checkInvariants({ database })).filter(({ violations }) => violations > 0);
