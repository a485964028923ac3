import type { Database } from '#platform/database';
import type { MerchantId, ShopId } from '#platform/ids';
import type { Currency } from '#platform/money';

export type Merchant = { readonly merchantId: MerchantId; readonly name: string };

export type Shop = {
  readonly shopId: ShopId;
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly settlementCurrency: Currency;
};

export const insertMerchant = async (database: Database, { merchantId, name }: Merchant): Promise<void> => {
  await database('merchants').insert({ merchant_id: merchantId, name });
};

export const insertShop = async (database: Database, shop: Shop): Promise<void> => {
  await database('shops').insert({
    shop_id: shop.shopId,
    merchant_id: shop.merchantId,
    name: shop.name,
    mode: shop.mode,
    settlement_currency: shop.settlementCurrency,
  });
};

const merchants = (database: Database) =>
  database('merchants').select<Merchant[]>({ merchantId: 'merchant_id', name: 'name' });

const shops = (database: Database) =>
  database('shops as s').join('merchants as m', 'm.merchant_id', 's.merchant_id').select<Shop[]>({
    shopId: 's.shop_id',
    merchantId: 's.merchant_id',
    merchantName: 'm.name',
    name: 's.name',
    mode: 's.mode',
    settlementCurrency: 's.settlement_currency',
  });

export const listMerchants = (database: Database): Promise<Merchant[]> => merchants(database).orderBy('name');

export const findMerchantByName = async (database: Database, name: string): Promise<Merchant | null> =>
  (await merchants(database).where({ name }))[0] ?? null;

export const listShops = (database: Database): Promise<Shop[]> => shops(database).orderBy('s.name');

// Names are unique over all merchants, so that a command line needs no more than the name.
export const findShopByName = async (database: Database, name: string): Promise<Shop | null> =>
  (await shops(database).where('s.name', name))[0] ?? null;
