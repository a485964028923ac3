import type { Database } from '#platform/database';

export type MaintenanceWindow = {
  readonly windowId: string;
  readonly providerId: string;
  /** Null: both. */
  readonly direction: 'payment' | 'payout' | null;
  /** Null: all of them. */
  readonly method: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly reason: string;
};

const select = (database: Database) =>
  database('maintenance_windows').select<MaintenanceWindow[]>({
    windowId: 'window_id',
    providerId: 'provider_id',
    direction: 'direction',
    method: 'method',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    reason: 'reason',
  });

/** Those that are not over, or every one; the first to begin comes first. */
export const readWindows = async (
  database: Database,
  { isPastIncluded }: { readonly isPastIncluded: boolean },
): Promise<MaintenanceWindow[]> => {
  const query = select(database).orderBy('starts_at').orderBy('window_id');
  return isPastIncluded ? query : query.whereRaw('ends_at > now()');
};

export const insertWindow = async (tx: Database, window: MaintenanceWindow): Promise<void> => {
  await tx('maintenance_windows').insert({
    window_id: window.windowId,
    provider_id: window.providerId,
    direction: window.direction,
    method: window.method,
    starts_at: window.startsAt,
    ends_at: window.endsAt,
    reason: window.reason,
  });
};

/** Null where there is none that is not over. */
export const lockOpenWindow = async (tx: Database, windowId: string): Promise<MaintenanceWindow | null> => {
  const [found] = await select(tx).where({ window_id: windowId }).whereRaw('ends_at > now()').forUpdate();
  return found ?? null;
};

export const deleteWindow = async (tx: Database, windowId: string): Promise<void> => {
  await tx('maintenance_windows').where({ window_id: windowId }).del();
};

/** It has been, and is over now. */
export const endWindowNow = async (tx: Database, windowId: string): Promise<void> => {
  await tx('maintenance_windows')
    .where({ window_id: windowId })
    .update({ ends_at: tx.raw(`greatest(now(), starts_at + interval '1 millisecond')`) });
};
