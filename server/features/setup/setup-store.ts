import { advisoryLocks } from '#platform/advisory-locks';
import type { Database } from '#platform/database';

/** Held to the end of the transaction, so that two applies follow one another. */
export const lockSetup = async (tx: Database): Promise<void> => {
  await tx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.setup]);
};
