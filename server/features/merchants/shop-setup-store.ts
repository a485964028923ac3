import type { Database } from '#platform/database';
import type { Shop } from './merchants-store.ts';

export type ShopRoute = Readonly<Record<'direction' | 'method' | 'provider' | 'minAmount' | 'maxAmount', string>> & {
  readonly priority: number;
  readonly active: boolean;
};

export type ShopTariff = Readonly<
  Record<'direction' | 'method' | 'tier' | 'minAmount' | 'maxAmount' | 'percent' | 'fixed' | 'minimum', string>
>;

export type ShownShop = Shop & {
  /** Null: rates of any source count. */
  readonly rateSource: string | null;
  readonly createdAt: Date;
  readonly keys: { readonly active: number; readonly revoked: number };
  readonly routes: readonly ShopRoute[];
  readonly tariffs: readonly ShopTariff[];
};

type Needs = { readonly database: Database };

const limits = { minAmount: 'min_amount', maxAmount: 'max_amount' } as const;

/** A shop with what is set up for it. */
export const showShop = async ({ database }: Needs, shop: Shop): Promise<ShownShop> => {
  const where = { shop_id: shop.shopId };
  const [row] = await database('shops')
    .where(where)
    .select<{ rateSource: string | null; createdAt: Date }[]>({ rateSource: 'rate_source', createdAt: 'created_at' });
  const keys = await database('api_keys').where(where).select<{ revoked_at: Date | null }[]>('revoked_at');
  const revoked = keys.filter((key) => key.revoked_at !== null).length;
  const routes = await database('routes')
    .where(where)
    .orderBy(['direction', 'method', 'priority'])
    .select<ShopRoute[]>({
      direction: 'direction',
      method: 'method',
      provider: 'provider_id',
      priority: 'priority',
      active: 'is_active',
      ...limits,
    });
  const tariffs = await database('tariffs')
    .where(where)
    .orderBy(['direction', 'method', 'bank_tier', 'min_amount'])
    .select<ShopTariff[]>({
      direction: 'direction',
      method: 'method',
      tier: 'bank_tier',
      percent: 'percent',
      fixed: 'fixed',
      minimum: 'minimum',
      ...limits,
    });
  return { ...shop, ...row!, keys: { active: keys.length - revoked, revoked }, routes, tariffs };
};
