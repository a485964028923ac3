import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';

type Chosen = { readonly shop_id: ShopId; readonly rate_source: string | null };

/** What shops chose; those that chose nothing are left out. */
export const listRateSources = async (database: Database): Promise<ReadonlyMap<ShopId, string>> => {
  const rows = await database('shops').select<Chosen[]>('shop_id', 'rate_source');
  return new Map(
    rows.flatMap(({ shop_id: shopId, rate_source: source }) => (source === null ? [] : [[shopId, source] as const])),
  );
};

export const lockRateSource = async (tx: Database, shopId: ShopId): Promise<string | null> => {
  const [row] = await tx('shops').where({ shop_id: shopId }).select<Chosen[]>('rate_source').forUpdate();
  return row?.rate_source ?? null;
};

export const writeRateSource = async (tx: Database, shopId: ShopId, rateSource: string | null): Promise<void> => {
  await tx('shops').where({ shop_id: shopId }).update({ rate_source: rateSource });
};
