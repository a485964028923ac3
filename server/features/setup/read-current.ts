import { listMerchants, listRateSources, type Shop } from '#features/merchants';
import { listMethodSettings, listTariffSettings } from '#features/pricing';
import { listRates } from '#features/rates';
import { listProviders, listRoutes } from '#features/routes';
import { listEndpoints, settingOf } from '#features/webhooks';
import type { Database } from '#platform/database';
import { endpointItem, methodItem, rateItem, routeItem, tariffItem, type Item } from './setup-items.ts';

const shopItems = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => {
  const rateSources = await listRateSources(database);
  return shops.map(
    ({ shopId, name, merchantName, mode, settlementCurrency }): Item => ({
      kind: 'shop',
      shop: null,
      subject: name,
      values: { merchant: merchantName, mode, settlementCurrency, rateSource: rateSources.get(shopId) ?? null },
    }),
  );
};

const routeAndTariffItems = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => {
  const names = new Map(shops.map(({ shopId, name }) => [shopId, name]));
  const routes = await listRoutes(database);
  const tariffs = await listTariffSettings(database);
  return [
    ...routes.map(({ shopId, ...route }) => routeItem(names.get(shopId) ?? '', route)),
    ...tariffs.map(({ shopId, ...tariff }) => tariffItem(names.get(shopId) ?? '', tariff)),
  ];
};

const endpointItems = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => {
  const items: Item[] = [];
  for (const { shopId, name } of shops) {
    const endpoints = await listEndpoints({ database }, shopId);
    items.push(...endpoints.map((endpoint) => endpointItem(name, settingOf(endpoint))));
  }
  return items;
};

/** All that is set up now, as the modules tell it that own it. */
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
  ...(await listMethodSettings(database)).map(methodItem),
  ...(await listProviders(database)).map(
    ({ providerId, ...values }): Item => ({ kind: 'provider', shop: null, subject: providerId, values }),
  ),
  ...(await listRates(database)).map(rateItem),
  ...(await routeAndTariffItems(database, shops)),
  ...(await endpointItems(database, shops)),
];
