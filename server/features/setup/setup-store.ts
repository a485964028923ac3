import { listRates } from '#features/rates';
import type { Database } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import { methodItem, plain, rateItem, routeItem, tariffItem, type Item, type Values } from './setup-items.ts';

// Held to the end of the transaction, so that two applies follow one another.
const applyLock = 7_104_412;

export const lockSetup = async (tx: Database): Promise<void> => {
  await tx.raw('select pg_advisory_xact_lock(?)', [applyLock]);
};

type Row = Record<string, string>;

const readMethods = async (database: Database): Promise<Item[]> => {
  const rows = await database('methods').select<Row[]>({
    api: 'api',
    code: 'code',
    direction: 'direction',
    currency: 'currency',
    rail: 'rail',
    numberFormat: 'number_format',
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
  });
  return rows.map(methodItem);
};

const readProviders = async (database: Database): Promise<Item[]> => {
  const rows = await database('providers').select<{ provider_id: string; kind: string; is_active: boolean }[]>('*');
  return rows.map(({ provider_id: subject, kind, is_active: active }) => ({
    kind: 'provider',
    shop: null,
    subject,
    values: { kind, active },
  }));
};

const readRates = async (database: Database): Promise<Item[]> => (await listRates(database)).map(rateItem);

const readRoutes = async (database: Database): Promise<Item[]> => {
  const rows = await database('routes as r')
    .join('shops as s', 's.shop_id', 'r.shop_id')
    .select<(Row & { priority: number; lifetimeSeconds: number; answerTimeoutMs: number | null; active: boolean })[]>({
      shop: 's.name',
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
  return rows.map(({ shop = '', minAmount = '', maxAmount = '', ...values }) =>
    routeItem(shop, { ...values, minAmount: plain(minAmount), maxAmount: plain(maxAmount) }),
  );
};

const readTariffs = async (database: Database): Promise<Item[]> => {
  const rows = await database('tariffs as t').join('shops as s', 's.shop_id', 't.shop_id').select<Row[], Row[]>({
    shop: 's.name',
    direction: 'direction',
    method: 'method',
    tier: 'bank_tier',
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
    percent: 'percent',
    fixed: 'fixed',
    minimum: 'minimum',
  });
  return rows.map(({ shop = '', direction = '', method = '', tier = '', ...figures }) => {
    const plainFigures = Object.entries(figures).map(([name, figure]) => [name, plain(figure)] as const);
    return tariffItem(shop, { direction, method, tier, ...Object.fromEntries(plainFigures) });
  });
};

/** What is configured now, but for merchants, shops and endpoints, which have rooms of their own. */
export const readConfigured = async (database: Database): Promise<Item[]> => {
  const items: Item[] = [];
  for (const read of [readMethods, readProviders, readRates, readRoutes, readTariffs]) {
    items.push(...(await read(database)));
  }
  return items;
};

export const writeMethod = async (tx: Database, values: Values): Promise<void> => {
  const { numberFormat, minAmount, maxAmount, ...same } = values;
  await tx('methods')
    .insert({ ...same, number_format: numberFormat, min_amount: minAmount, max_amount: maxAmount })
    .onConflict(['api', 'code', 'direction'])
    .merge();
};

export const writeProvider = async (tx: Database, providerId: string, values: Values): Promise<void> => {
  const { kind, active } = values;
  await tx('providers').insert({ provider_id: providerId, kind, is_active: active }).onConflict('provider_id').merge();
};

/** What shops chose; those that chose nothing are left out. */
export const readRateSources = async (database: Database): Promise<ReadonlyMap<ShopId, string>> => {
  const rows = await database('shops')
    .whereNotNull('rate_source')
    .select<{ shop_id: ShopId; rate_source: string }[]>('shop_id', 'rate_source');
  return new Map(rows.map(({ shop_id: shopId, rate_source: source }) => [shopId, source]));
};

export const writeRateSource = async (tx: Database, shopId: ShopId, rateSource: string | null): Promise<void> => {
  await tx('shops').where({ shop_id: shopId }).update({ rate_source: rateSource });
};

export const writeRoute = async (tx: Database, shopId: string, values: Values): Promise<void> => {
  const { direction, method, provider, priority, minAmount, maxAmount, lifetimeSeconds, answerTimeoutMs } = values;
  const settings = {
    priority,
    min_amount: minAmount,
    max_amount: maxAmount,
    lifetime_seconds: lifetimeSeconds,
    answer_timeout_ms: answerTimeoutMs,
    is_active: values['active'],
  };
  await tx('routes')
    .insert({ shop_id: shopId, route_id: newId(), direction, method, provider_id: provider, ...settings })
    .onConflict(['shop_id', 'direction', 'method', 'provider_id'])
    .merge(settings);
};

export const removeRoute = async (tx: Database, shopId: string, values: Values): Promise<void> => {
  const { direction, method, provider } = values;
  await tx('routes').where({ shop_id: shopId, direction, method, provider_id: provider }).del();
};

const tariffKey = (shopId: string, { direction, method, tier, minAmount }: Values) => ({
  shop_id: shopId,
  direction,
  method,
  bank_tier: tier,
  min_amount: minAmount,
});

export const writeTariff = async (tx: Database, shopId: string, values: Values): Promise<void> => {
  const { maxAmount, percent, fixed, minimum } = values;
  const settings = { max_amount: maxAmount, percent, fixed, minimum };
  await tx('tariffs')
    .insert({ tariff_id: newId(), ...tariffKey(shopId, values), ...settings })
    .onConflict(['shop_id', 'direction', 'method', 'bank_tier', 'min_amount'])
    .merge(settings);
};

export const removeTariff = async (tx: Database, shopId: string, values: Values): Promise<void> => {
  await tx('tariffs').where(tariffKey(shopId, values)).del();
};
