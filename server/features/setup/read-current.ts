import { listMerchants, type Shop } from '#features/merchants';
import type { Database } from '#platform/database';
import { readEndpoints } from './setup-endpoints.ts';
import type { Item } from './setup-items.ts';
import { readConfigured, readRateSources } from './setup-store.ts';

const shopItems = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => {
  const rateSources = await readRateSources(database);
  return shops.map(
    ({ shopId, name, merchantName, mode, settlementCurrency }): Item => ({
      kind: 'shop',
      shop: null,
      subject: name,
      values: { merchant: merchantName, mode, settlementCurrency, rateSource: rateSources.get(shopId) ?? null },
    }),
  );
};

/** All that is set up now. */
export const readCurrent = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => [
  ...(await listMerchants(database)).map(
    ({ name }): Item => ({
      kind: 'merchant',
      shop: null,
      subject: name,
      values: {},
    }),
  ),
  ...(await shopItems(database, shops)),
  ...(await readConfigured(database)),
  ...(await readEndpoints(database, shops)),
];
