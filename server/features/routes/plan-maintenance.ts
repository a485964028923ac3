import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import {
  deleteWindow,
  endWindowNow,
  insertWindow,
  lockOpenWindow,
  readWindows,
  type MaintenanceWindow,
} from './maintenance-store.ts';
import { listProviders, lockProvider } from './providers-store.ts';

type Needs = { readonly database: Database };

export type MaintenanceOrder = Omit<MaintenanceWindow, 'windowId'> & { readonly actor: Operator };

const mostReasonCharacters = 1_000;

/**
 * Plans a time in which a provider gets no new orders: routes pass over it and legs that wait for it go on waiting. What is under
 * way goes on. Servers know of it within a second.
 * @throws OperatorRefusal when there is no such provider, when it would be over already, or without a reason.
 */
export const planMaintenance = (
  { database }: Needs,
  { actor, ...order }: MaintenanceOrder,
): Promise<MaintenanceWindow> => {
  if (order.endsAt <= order.startsAt || order.endsAt <= new Date()) throw new OperatorRefusal('window_times_wrong', {});
  if (order.reason.trim() === '' || order.reason.length > mostReasonCharacters) {
    throw new OperatorRefusal('reason_wrong', { limit: mostReasonCharacters });
  }
  const window = { ...order, windowId: newId() };
  return database.transaction(async (tx) => {
    const { providerId } = window;
    if ((await lockProvider(tx, providerId)) === null) {
      const providers = (await listProviders(tx)).map((known) => known.providerId);
      throw new OperatorRefusal('provider_not_found', { providerId, providers });
    }
    await insertWindow(tx, window);
    await recordAudit(tx, { actor, action: 'maintenance.planned', subject: providerId, after: window });
    return window;
  });
};

/**
 * Ends a window: one that has begun is over now, one that has not never was.
 * @throws OperatorRefusal when there is none of that name which is not over.
 */
export const endMaintenance = (
  { database }: Needs,
  { windowId, actor }: { readonly windowId: string; readonly actor: Operator },
): Promise<MaintenanceWindow> =>
  database.transaction(async (tx) => {
    const window = await lockOpenWindow(tx, windowId);
    if (window === null) throw new OperatorRefusal('window_not_found', { windowId });
    if (window.startsAt > new Date()) await deleteWindow(tx, windowId);
    else await endWindowNow(tx, windowId);
    await recordAudit(tx, { actor, action: 'maintenance.ended', subject: window.providerId, before: window });
    return window;
  });

export const listMaintenance = (
  { database }: Needs,
  filter: Parameters<typeof readWindows>[1],
): Promise<MaintenanceWindow[]> => readWindows(database, filter);
