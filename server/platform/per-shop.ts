import type { ShopId } from './ids.ts';

/** Rows by their shop, shops in the order in which they come first. */
export const groupByShop = <Row>(rows: readonly Row[], shopOf: (row: Row) => ShopId): ReadonlyMap<ShopId, Row[]> => {
  const shops = new Map<ShopId, Row[]>();
  for (const row of rows) {
    const ofShop = shops.get(shopOf(row));
    if (ofShop === undefined) shops.set(shopOf(row), [row]);
    else ofShop.push(row);
  }
  return shops;
};
