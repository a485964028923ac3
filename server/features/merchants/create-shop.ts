import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import { insertShop, type Merchant, type Shop } from './merchants-store.ts';

type Needs = { readonly database: Database };
export type NewShop = Pick<Shop, 'name' | 'mode' | 'settlementCurrency'> & { readonly merchant: Merchant };

/** Mode and settlement currency are for good: keys, postings and tariffs of the shop depend on them. */
export const createShop = ({ database }: Needs, wanted: NewShop, actor: Operator): Promise<Shop> =>
  database.transaction(async (tx) => {
    const { merchant, name, mode, settlementCurrency } = wanted;
    const shop: Shop = {
      shopId: newId<ShopId>(),
      merchantId: merchant.merchantId,
      merchantName: merchant.name,
      name,
      mode,
      settlementCurrency,
    };
    await insertShop(tx, shop);
    await recordAudit(tx, {
      actor,
      action: 'shop.created',
      subject: name,
      shopId: shop.shopId,
      after: { name, merchant: merchant.name, mode, settlementCurrency },
    });
    return shop;
  });
