import type { Database } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import { plainNumber } from '#platform/money';

/** That operations of a shop may go over a provider. Amounts are plain numbers. */
export type RouteSetting = {
  readonly direction: 'payment' | 'payout';
  readonly method: string;
  readonly provider: string;
  /** 1 is asked first. */
  readonly priority: number;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly lifetimeSeconds: number;
  /** Null: the provider may take all the time there is. */
  readonly answerTimeoutMs: number | null;
  readonly active: boolean;
};

export type RouteKey = Pick<RouteSetting, 'direction' | 'method' | 'provider'>;
type OfShop = RouteSetting & { readonly shopId: ShopId };

const select = (database: Database) =>
  database('routes').select<OfShop[]>({
    shopId: 'shop_id',
    direction: 'direction',
    method: 'method',
    provider: 'provider_id',
    priority: 'priority',
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
    lifetimeSeconds: 'lifetime_seconds',
    answerTimeoutMs: 'answer_timeout_ms',
    active: 'is_active',
  });

const plain = (route: OfShop): OfShop => ({
  ...route,
  minAmount: plainNumber(route.minAmount),
  maxAmount: plainNumber(route.maxAmount),
});

const columnsOf = (shopId: ShopId, { direction, method, provider }: RouteKey) => ({
  shop_id: shopId,
  direction,
  method,
  provider_id: provider,
});

/** Those of every shop. */
export const listRoutes = async (database: Database): Promise<OfShop[]> => (await select(database)).map(plain);

export const lockRoute = async (tx: Database, shopId: ShopId, key: RouteKey): Promise<RouteSetting | null> => {
  const [found] = await select(tx).where(columnsOf(shopId, key)).forUpdate();
  if (found === undefined) return null;
  const { shopId: _shopId, ...route } = plain(found);
  return route;
};

export const writeRoute = async (tx: Database, shopId: ShopId, route: RouteSetting): Promise<void> => {
  const settings = {
    priority: route.priority,
    min_amount: route.minAmount,
    max_amount: route.maxAmount,
    lifetime_seconds: route.lifetimeSeconds,
    answer_timeout_ms: route.answerTimeoutMs,
    is_active: route.active,
  };
  await tx('routes')
    .insert({ route_id: newId(), ...columnsOf(shopId, route), ...settings })
    .onConflict(['shop_id', 'direction', 'method', 'provider_id'])
    .merge(settings);
};

export const deleteRoute = async (tx: Database, shopId: ShopId, key: RouteKey): Promise<void> => {
  await tx('routes').where(columnsOf(shopId, key)).del();
};
