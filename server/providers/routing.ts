import { createRecentCache } from '#platform/recent-cache';
import { decimal, type Decimal } from '#platform/money';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { createMaintenance, type IsInMaintenance } from './maintenance-store.ts';
import { narrowRoute, type RouteLimits, type ToldOfConnector } from './narrow-route.ts';
import type { ConnectedProvider, ProviderLimits } from './gateway/index.ts';

export type Route = {
  readonly provider: ConnectedProvider;
  readonly lifetimeSeconds: number;
  /** Null: the provider may take all the time there is. */
  readonly answerTimeoutMs: number | null;
  /** The least and the most that one order may be. */
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
};

export type Direction = 'payment' | 'payout';

export type Routing = {
  /** Every route that gets orders just now, best first, whatever it can carry. */
  readonly routes: (shopId: string, direction: Direction, method: string) => Promise<Route[]>;
  /** The routes that may carry this amount, best first. */
  readonly routesFor: (shopId: string, direction: Direction, method: string, amount: Decimal) => Promise<Route[]>;
  /** Whether a provider gets no new orders of the kind just now. */
  readonly isInMaintenance: IsInMaintenance;
  /** The provider of an attempt made earlier, whether or not it still takes new orders. */
  readonly provider: (providerId: string) => Promise<ConnectedProvider>;
};

export const canCarry = ({ minAmount, maxAmount }: Pick<Route, 'minAmount' | 'maxAmount'>, amount: Decimal): boolean =>
  amount.gte(minAmount) && amount.lte(maxAmount);

/** Opens the way to a provider of some kind, which leads through the gateway; one per provider and process. */
export type Connect = (kind: string, providerId: string, limits: ProviderLimits) => ConnectedProvider;

type ProviderRow = { kind: string; concurrency: number | null; calls_per_second: number | null };

type RouteRow = ProviderRow &
  ToldOfConnector & {
    provider_id: string;
    min_amount: string;
    max_amount: string;
    lifetime_seconds: number;
    answer_timeout_ms: number | null;
  };

// By the unique key (shop_id, direction, method, provider_id).
const findRoutes: Statement = {
  name: 'find_routes',
  text: `select r.provider_id, p.kind, r.min_amount, r.max_amount, r.lifetime_seconds, r.answer_timeout_ms,
      c.concurrency, c.calls_per_second, c.capabilities,
      case when c.told_at > now() - interval '5 minutes' then c.health end as health
    from routes r join providers p using (provider_id) left join connectors c using (provider_id)
    where r.shop_id = $1 and r.direction = $2 and r.method = $3 and r.is_active and p.is_active
    order by r.priority, r.provider_id`,
};

const findProvider: Statement = {
  name: 'find_provider',
  text: `select p.kind, c.concurrency, c.calls_per_second
    from providers p left join connectors c using (provider_id) where provider_id = $1`,
};

const limitsOf = (row: RouteRow): RouteLimits => ({
  minAmount: decimal(row.min_amount),
  maxAmount: decimal(row.max_amount),
  lifetimeSeconds: row.lifetime_seconds,
});

/** Routes come from the database, at most a second old. */
export const createRouting = (database: Database, connect: Connect): Routing => {
  const connected = new Map<string, ConnectedProvider>();
  const connectOnce = (providerId: string, row: ProviderRow): ConnectedProvider => {
    const { kind, concurrency, calls_per_second: callsPerSecond } = row;
    const provider = connected.get(providerId) ?? connect(kind, providerId, { concurrency, callsPerSecond });
    connected.set(providerId, provider);
    return provider;
  };
  const remembered = createRecentCache<Route[]>({
    maxAgeMs: 1_000,
    maxEntries: 10_000,
    load: async (key) => {
      const [shopId = '', direction = '', method = ''] = key.split(' ');
      const rows = await runStatement<RouteRow>(database, findRoutes, [shopId, direction, method]);
      return rows.flatMap((row) => {
        const limits = narrowRoute(limitsOf(row), row, direction === 'payout' ? 'payout' : 'payment', method);
        if (limits === null) return [];
        return [{ provider: connectOnce(row.provider_id, row), answerTimeoutMs: row.answer_timeout_ms, ...limits }];
      });
    },
  });
  const isInMaintenance = createMaintenance(database);
  const routes: Routing['routes'] = async (shopId, direction, method) => {
    const known = await remembered(`${shopId} ${direction} ${method}`);
    const inMaintenance = await Promise.all(
      known.map(({ provider: { providerId } }) => isInMaintenance({ providerId, direction, method })),
    );
    return known.filter((_route, index) => inMaintenance[index] === false);
  };
  return {
    provider: async (providerId) => {
      const known = connected.get(providerId);
      if (known !== undefined) return known;
      return connectOnce(providerId, await runForRow<ProviderRow>(database, findProvider, [providerId]));
    },
    isInMaintenance,
    routes,
    routesFor: async (shopId, direction, method, amount) =>
      (await routes(shopId, direction, method)).filter((route) => canCarry(route, amount)),
  };
};
