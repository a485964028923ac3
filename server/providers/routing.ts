import { createRecentCache } from '#platform/recent-cache';
import { decimal, type Decimal } from '#platform/money';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { Provider } from './provider.ts';

export type Route = {
  readonly provider: Provider;
  readonly lifetimeSeconds: number;
  /** Null: the provider may take all the time there is. */
  readonly answerTimeoutMs: number | null;
};

export type Routing = {
  /** The routes that may carry this amount, best first. */
  readonly routesFor: (shopId: string, direction: 'payment' | 'payout', method: string, amount: Decimal) => Promise<Route[]>;
  /** The provider of an attempt made earlier, whether or not it still takes new orders. */
  readonly provider: (providerId: string) => Promise<Provider>;
};

/** Opens the connection to a provider of some kind; one per provider and process. */
export type Connect = (kind: string, providerId: string) => Provider;

type RouteRow = {
  provider_id: string;
  kind: string;
  min_amount: string;
  max_amount: string;
  lifetime_seconds: number;
  answer_timeout_ms: number | null;
};

// By the unique key (shop_id, direction, method, provider_id).
const findRoutes: Statement = {
  name: 'find_routes',
  text: `select r.provider_id, p.kind, r.min_amount, r.max_amount, r.lifetime_seconds, r.answer_timeout_ms
    from routes r join providers p using (provider_id)
    where r.shop_id = $1 and r.direction = $2 and r.method = $3 and r.is_active and p.is_active
    order by r.priority, r.provider_id`,
};

const findProviderKind: Statement = {
  name: 'find_provider_kind',
  text: `select kind from providers where provider_id = $1`,
};

type Candidate = { readonly row: RouteRow; readonly min: Decimal; readonly max: Decimal };

/** Routes come from the database, at most a second old. */
export const createRouting = (database: Database, connect: Connect): Routing => {
  const connected = new Map<string, Provider>();
  const connectOnce = (kind: string, providerId: string): Provider => {
    const provider = connected.get(providerId) ?? connect(kind, providerId);
    connected.set(providerId, provider);
    return provider;
  };
  const candidates = createRecentCache<Candidate[]>({
    maxAgeMs: 1_000,
    maxEntries: 10_000,
    load: async (key) => {
      const rows = await runStatement<RouteRow>(database, findRoutes, key.split(' '));
      return rows.map((row) => ({ row, min: decimal(row.min_amount), max: decimal(row.max_amount) }));
    },
  });
  return {
    provider: async (providerId) => {
      const known = connected.get(providerId);
      if (known !== undefined) return known;
      const { kind } = await runForRow<{ kind: string }>(database, findProviderKind, [providerId]);
      return connectOnce(kind, providerId);
    },
    routesFor: async (shopId, direction, method, amount) =>
      (await candidates(`${shopId} ${direction} ${method}`))
        .filter(({ min, max }) => amount.gte(min) && amount.lte(max))
        .map(({ row }) => ({
          provider: connectOnce(row.kind, row.provider_id),
          lifetimeSeconds: row.lifetime_seconds,
          answerTimeoutMs: row.answer_timeout_ms,
        })),
  };
};
