import { createRecentCache } from '#platform/recent-cache';
import { runStatement, type Database, type Statement } from '#platform/database';

/** What of a provider is being maintained: all of it, or one direction, or one method. */
type OpenWindow = {
  readonly provider_id: string;
  readonly direction: string | null;
  readonly method: string | null;
};

/** What a provider would be asked for. */
export type Use = { readonly providerId: string; readonly direction: 'payment' | 'payout'; readonly method: string };

export type IsInMaintenance = (use: Use) => Promise<boolean>;

// By maintenance_windows_by_end.
const findOpenWindows: Statement = {
  name: 'find_open_maintenance_windows',
  text: `select provider_id, direction, method from maintenance_windows where ends_at > now() and starts_at <= now()`,
};

const covers = (window: OpenWindow, { providerId, direction, method }: Use): boolean =>
  window.provider_id === providerId &&
  (window.direction === null || window.direction === direction) &&
  (window.method === null || window.method === method);

/** Whether a provider gets no new orders of the kind just now, as operators have planned; at most a second old. */
export const createMaintenance = (database: Database): IsInMaintenance => {
  const openWindows = createRecentCache<readonly OpenWindow[]>({
    maxAgeMs: 1_000,
    maxEntries: 1,
    load: () => runStatement<OpenWindow>(database, findOpenWindows, []),
  });
  return async (use) => (await openWindows('')).some((window) => covers(window, use));
};
