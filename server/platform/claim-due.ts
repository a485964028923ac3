import pLimit from 'p-limit';
import { isBatchedPerShop, runStatement, type Database, type Statement } from './database.ts';
import type { ShopId } from './ids.ts';
import { groupByShop } from './per-shop.ts';
import type { ShopSteps } from './shop-batches.ts';

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

/**
 * Either a statement for one shop, given the shop, the ids, the time at which they were due, and the times at which they are
 * due again, if they have any; or, where many shops have work at the same time, a function that is given the rows.
 */
export type Claim = Statement | ShopSteps;

type OfShop = readonly [ShopId, readonly DueRow[]];

const isSteps = (claim: Claim): claim is ShopSteps => 'several' in claim;

const valuesOf = ([shopId, rows]: OfShop): unknown[] => {
  const times = rows.flatMap(({ next_at: nextAt }) => (nextAt === undefined ? [] : [nextAt]));
  return [shopId, rows.map(({ id }) => id), rows[0]!.found_at, ...(times.length > 0 ? [times] : [])];
};

const claimOfShop = <Row>(database: Database, claim: Claim, ofShop: OfShop): Promise<Row[]> =>
  isSteps(claim)
    ? runStatement<Row>(database, claim.one, [ofShop[0], JSON.stringify(ofShop[1])])
    : runStatement<Row>(database, claim, valuesOf(ofShop));

const claimApart = async <Row>(database: Database, claim: Claim, shops: readonly OfShop[]): Promise<readonly Row[]> => {
  const limit = pLimit(shopsAtOnce);
  const claims = await Promise.allSettled(
    shops.map((ofShop) => limit(() => claimOfShop<Row>(database, claim, ofShop))),
  );
  const failed = claims.find((one) => one.status === 'rejected');
  const rows = claims.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (failed !== undefined && rows.length === 0) throw failed.reason;
  return rows;
};

/**
 * Takes on rows that were found without a lock; `claim` passes over what is not due any more and what is locked. What one
 * shop's claim cannot do just now does not keep back what others have claimed: their leases run.
 */
export const claimPerShop = async <Row>(
  database: Database,
  claim: Claim,
  found: readonly DueRow[],
): Promise<readonly Row[]> => {
  const shops = [...groupByShop(found, (row) => row.shop_id)];
  if (!isSteps(claim) || shops.length < 2 || isBatchedPerShop(database)) return claimApart(database, claim, shops);
  const values = [shops.map(([shopId]) => shopId), shops.map(([, rows]) => JSON.stringify(rows))];
  try {
    return await runStatement<Row>(database, claim.several, values);
  } catch {
    // One shop's claim fails all of them. Its own failure is told where nothing can be had at all.
    return claimApart(database, claim, shops);
  }
};

/** Looks for up to `limit` due rows, which is the last value of `find`, across shops and without a lock, and claims them. */
export const claimDue = async <Row>(
  database: Database,
  { find, claim }: { readonly find: Statement; readonly claim: Claim },
  values: readonly unknown[],
  limit: number,
): Promise<Claimed<Row>> => {
  const found = await runStatement<DueRow>(database, find, [...values, limit]);
  const rows = await claimPerShop<Row>(database, claim, found);
  // Where none could be had, others are at them: a look at once would only find them again.
  return { rows, isMore: found.length === limit && rows.length > 0 };
};
