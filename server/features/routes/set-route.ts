import { recordChange, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { deleteRoute, lockRoute, writeRoute, type RouteKey, type RouteSetting } from './routes-store.ts';

type Needs = { readonly database: Database };

/** How the plan of a setup and the audit log name a route of a shop. */
export const routeSubject = ({ direction, method, provider }: RouteKey): string =>
  `${direction} ${method} over ${provider}`;

/** Gives a shop a route over a provider, or changes the one it has. Servers know of it within a second. */
export const setRoute = ({ database }: Needs, shopId: ShopId, route: RouteSetting, actor: Operator): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockRoute(tx, shopId, route);
    await writeRoute(tx, shopId, route);
    await recordChange(tx, { actor, kind: 'route', subject: routeSubject(route), shopId, before, after: route });
  });

/** Operations that are under way over the route go on. */
export const removeRoute = ({ database }: Needs, shopId: ShopId, key: RouteKey, actor: Operator): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockRoute(tx, shopId, key);
    if (before === null) return;
    await deleteRoute(tx, shopId, key);
    await recordChange(tx, { actor, kind: 'route', subject: routeSubject(key), shopId, before, after: null });
  });
