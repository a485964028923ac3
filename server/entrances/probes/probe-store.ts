import { openDatabase, type Database, type DatabaseOptions } from '#platform/database';
import type { Log } from '#platform/logs';

export type DatabaseProbe = {
  /** For what else a probe has to ask. */
  readonly database: Database;
  readonly isUp: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

// For the answer, and before that for the connection where there is none yet.
const patienceMs = 2_000;

/**
 * Asks whether the database answers, over a connection of its own: a pool that requests have filled says nothing about
 * it. Probes that come meanwhile share the question, so a flood of them asks no more than one.
 */
export const openDatabaseProbe = (options: DatabaseOptions, log: Log): DatabaseProbe => {
  const database = openDatabase({ ...options, poolSize: 1, acquireTimeoutMs: patienceMs }, log);
  let asked: Promise<boolean> | undefined;
  const ask = async (): Promise<boolean> => {
    try {
      await database.raw('select 1').timeout(patienceMs);
      return true;
    } catch {
      return false;
    } finally {
      asked = undefined;
    }
  };
  return {
    database,
    isUp: () => (asked ??= ask()),
    close: () => database.destroy(),
  };
};
