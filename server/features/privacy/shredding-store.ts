import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';

export type Stretch = {
  readonly numbers: number;
  /** Null at the end of what may be shredded. */
  readonly reached: OperationId | null;
};

const shopIds: Statement = { name: 'shredding_shops', text: `select shop_id from shops order by shop_id` };

const shredNext: Statement = {
  name: 'shred_next',
  text: `select numbers, reached from shred_next($1, $2, make_interval(days => $3), $4)`,
};

const shredLeftovers: Statement = {
  name: 'shred_leftovers',
  text: `select numbers, is_more as "isMore" from shred_leftovers($1, make_interval(days => $2), $3)`,
};

export const readShopIds = async (database: Database): Promise<ShopId[]> =>
  (await runStatement<{ shop_id: ShopId }>(database, shopIds, [])).map((row) => row.shop_id);

/** Null while another instance walks along the same shop. */
export const shredStretch = async (
  database: Database,
  shopId: ShopId,
  from: OperationId | null,
  limits: { readonly retentionDays: number; readonly size: number },
): Promise<Stretch | null> => {
  const values = [shopId, from, limits.retentionDays, limits.size];
  return (await runStatement<Stretch>(database, shredNext, values))[0] ?? null;
};

export const shredSomeLeftovers = (
  database: Database,
  shopId: ShopId,
  limits: { readonly retentionDays: number; readonly size: number },
): Promise<{ readonly numbers: number; readonly isMore: boolean }> =>
  runForRow(database, shredLeftovers, [shopId, limits.retentionDays, limits.size]);
