import type { Database } from '#platform/database';
import { createRecentCache } from '#platform/recent-cache';
import type { KeyRing } from '#platform/secrets';
import { markInUse, readCanaries } from './canaries-store.ts';
import { fitOf } from './canary.ts';

// Probes come from several sides, and more often than keys change.
const maxAgeMs = 1_000;

/**
 * Whether the ring still opens what the database holds: another process may have begun to use a key that this one does
 * not have, or a backup that hangs on other keys was restored. False as well when it cannot be asked.
 */
export const watchKeyRing = (database: Database, keyRing: KeyRing): (() => Promise<boolean>) => {
  const look = async (): Promise<boolean> => {
    const canaries = await readCanaries(database);
    const { wrong, lacking, unknown } = fitOf(keyRing, canaries);
    // A rotation took it for unused while this process goes on sealing with it.
    if (canaries.some((row) => row.key_id === keyRing.ids[0] && !row.is_in_use))
      await markInUse(database, keyRing.ids[0]);
    return wrong.length === 0 && lacking.length === 0 && !unknown.includes(keyRing.ids[0]);
  };
  const recent = createRecentCache({ maxAgeMs, maxEntries: 1, load: look });
  return () => recent('').catch(() => false);
};
