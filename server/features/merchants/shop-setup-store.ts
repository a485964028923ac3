import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import type { Shop } from './merchants-store.ts';

export type ShopRoute = Readonly<Record<'direction' | 'method' | 'provider' | 'minAmount' | 'maxAmount', string>> & {
  readonly priority: number;
  readonly active: boolean;
};

export type ShopTariff = Readonly<
  Record<'direction' | 'method' | 'tier' | 'minAmount' | 'maxAmount' | 'percent' | 'fixed' | 'minimum', string>
>;

type Counts = { readonly active: number; readonly revoked: number };

export type ShownShop = Shop & {
  /** Null: rates of any source count. */
  readonly rateSource: string | null;
  readonly createdAt: Date;
  readonly keys: Counts;
  /** Of h2h. */
  readonly clients: Counts;
  readonly routes: readonly ShopRoute[];
  readonly tariffs: readonly ShopTariff[];
};

type Needs = { readonly database: Database };

const limits = { minAmount: 'min_amount', maxAmount: 'max_amount' } as const;

const countCredentials = async (
  database: Database,
  table: 'api_keys' | 'clients',
  where: { readonly shop_id: ShopId },
): Promise<Counts> => {
  const all = await database(table).where(where).select<{ revoked_at: Date | null }[]>('revoked_at');
  const revoked = all.filter((one) => one.revoked_at !== null).length;
  return { active: all.length - revoked, revoked };
};

/** A shop with what is set up for it. */
export const showShop = async ({ database }: Needs, shop: Shop): Promise<ShownShop> => {
  const where = { shop_id: shop.shopId };
  const [row] = await database('shops')
    .where(where)
    .select<{ rateSource: string | null; createdAt: Date }[]>({ rateSource: 'rate_source', createdAt: 'created_at' });
  const keys = await countCredentials(database, 'api_keys', where);
  const clients = await countCredentials(database, 'clients', where);
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
  return { ...shop, ...row!, keys, clients, routes, tariffs };
};
