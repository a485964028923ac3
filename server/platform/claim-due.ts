import pLimit from 'p-limit';
import { runStatement, type Database, type Statement } from './database.ts';
import type { ShopId } from './ids.ts';
import { groupByShop } from './per-shop.ts';

/** A row whose time has come, as it was found. */
export type DueRow = {
  readonly shop_id: ShopId;
  readonly id: string;
  /** The time at which it was found to be due, by the database's clock. */
  readonly found_at: Date | string;
  /** When it is due again after this claim, where that differs from row to row. */
  readonly next_at?: Date | string | null;
};

export type Claimed<Row> = {
  readonly rows: readonly Row[];
  /** There may be more to do at once. */
  readonly isMore: boolean;
};

/** Claims for so many shops at a time, so that requests find connections. */
const shopsAtOnce = 4;

const valuesOf = (shopId: ShopId, rows: readonly DueRow[]): unknown[] => {
  const times = rows.flatMap(({ next_at: nextAt }) => (nextAt === undefined ? [] : [nextAt]));
  return [shopId, rows.map(({ id }) => id), rows[0]!.found_at, ...(times.length > 0 ? [times] : [])];
};

/**
 * Takes on rows that were found without a lock, one statement for each shop. `claim` is given the shop, the ids, the time
 * at which they were due, and the times at which they are due again, if they have any; it passes over what is not due any
 * more and what is locked. What one shop's claim cannot do just now does not keep back what others have claimed: their leases run.
 */
export const claimPerShop = async <Row>(
  database: Database,
  claim: Statement,
  found: readonly DueRow[],
): Promise<readonly Row[]> => {
  const limit = pLimit(shopsAtOnce);
  const claims = await Promise.allSettled(
    [...groupByShop(found, (row) => row.shop_id)].map(([shopId, rows]) =>
      limit(() => runStatement<Row>(database, claim, valuesOf(shopId, rows))),
    ),
  );
  const failed = claims.find((one) => one.status === 'rejected');
  const rows = claims.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (failed !== undefined && rows.length === 0) throw failed.reason;
  return rows;
};

/** Looks for up to `limit` due rows, which is the last value of `find`, across shops and without a lock, and claims them. */
export const claimDue = async <Row>(
  database: Database,
  { find, claim }: { readonly find: Statement; readonly claim: Statement },
  values: readonly unknown[],
  limit: number,
): Promise<Claimed<Row>> => {
  const found = await runStatement<DueRow>(database, find, [...values, limit]);
  const rows = await claimPerShop<Row>(database, claim, found);
  // Where none could be had, others are at them: a look at once would only find them again.
  return { rows, isMore: found.length === limit && rows.length > 0 };
};
