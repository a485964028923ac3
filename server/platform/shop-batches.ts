import { createBatcher, createBatcherPerKey, type Batching } from './batching.ts';
import { isBatchedPerShop, runStatement, type Database, type Statement } from './database.ts';

/** Items of all shops share batches, or those of one shop each, as the database was opened. */
export const createShopBatcher = <Item, Result>(
  database: Database,
  options: Batching<Item, Result> & { readonly shopOf: (item: Item) => string },
): ((item: Item) => Promise<Result>) =>
  isBatchedPerShop(database) ? createBatcherPerKey(options.shopOf, options) : createBatcher(options);

/** Calls of a SQL function that takes a shop and a list of its steps: for one shop, and once for each of several. */
export type ShopSteps = { readonly one: Statement; readonly several: Statement };

/**
 * Steps of several shops, as rows. Through subqueries, so that Postgres does not count the shops before it plans: otherwise it
 * would make a plan for their number in each call, which costs more than reading a row.
 */
export const stepsOfShops = 'unnest((select $1::uuid[]), (select $2::jsonb[])) as of_shop (shop_id, steps)';

export const shopSteps = (name: string, columns: string): ShopSteps => ({
  one: { name, text: `select ${columns} from ${name}($1, $2) as done` },
  several: {
    name: `${name}_of_shops`,
    text: `select ${columns} from ${stepsOfShops}
      cross join lateral ${name}(of_shop.shop_id, of_shop.steps) as done`,
  },
});

/** What a read of many keys is given: the keys as rows `asked`, each in its place, and what names their shop. */
export type AskedKeys = {
  readonly rows: string;
  /** Beside a row of `asked`. */
  readonly shop: string;
  /** Where a row of `asked` is not at hand, but `found`, a column of what was found, that holds the shop. */
  readonly shopOr: (found: string) => string;
};

/**
 * A read of keys of one shop, and the same over several in one statement: a call of a function for each would cost more than
 * what it reads. That one is never sent where shops are kept apart.
 */
export const shopReads = (name: string, keys: string, textOf: (asked: AskedKeys) => string): ShopSteps => {
  const columns = `(place integer, ${keys})`;
  const ofOne = { rows: `jsonb_to_recordset($2) as asked ${columns}`, shop: '$1', shopOr: () => '$1' };
  const ofSeveral = {
    rows: `${stepsOfShops}
        cross join lateral jsonb_to_recordset(of_shop.steps) as asked ${columns}`,
    shop: 'of_shop.shop_id',
    shopOr: (found: string) => found,
  };
  return { one: { name, text: textOf(ofOne) }, several: { name: `${name}_of_shops`, text: textOf(ofSeveral) } };
};

/** Calls the function for each shop with its list of steps: in one round trip, or one by one where shops are kept apart. */
export const runShopSteps = async <Row>(
  database: Database,
  steps: ShopSteps,
  shops: ReadonlyMap<string, readonly object[]>,
): Promise<Row[]> => {
  const all = [...shops].map(([shopId, ofShop]) => [shopId, JSON.stringify(ofShop)] as const);
  if (all.length > 1 && !isBatchedPerShop(database)) {
    return runStatement<Row>(database, steps.several, [all.map(([shopId]) => shopId), all.map(([, ofShop]) => ofShop)]);
  }
  const rows: Row[] = [];
  for (const ofShop of all) rows.push(...(await runStatement<Row>(database, steps.one, ofShop)));
  return rows;
};

export type ShopStepping<Item, Row, Result> = {
  readonly steps: ShopSteps;
  readonly shopOf: (item: Item) => string;
  /** As the function reads it; its place in the batch is added. */
  readonly toStep: (item: Item) => object;
  /** Given each item's row in its place; undefined where the function answered none. */
  readonly toResults: (rows: readonly (Row | undefined)[], items: readonly Item[]) => readonly Result[];
};

/** In the order of shops: batches that have several in common wait for each other in one order. */
const byShop = <Item, Row, Result>(
  { shopOf, toStep }: ShopStepping<Item, Row, Result>,
  items: readonly Item[],
): (readonly [string, string])[] => {
  const shops = new Map<string, object[]>();
  items.forEach((item, place) => {
    const steps = shops.get(shopOf(item)) ?? [];
    shops.set(shopOf(item), steps);
    steps.push({ ...toStep(item), place });
  });
  return [...shops]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([shopId, steps]) => [shopId, JSON.stringify(steps)]);
};

/** Batches steps, each batch one call of the function for each shop in it, in one round trip and one commit. */
export const createShopStepBatcher = <Item, Row, Result>(
  database: Database,
  stepping: ShopStepping<Item, Row, Result>,
): ((item: Item) => Promise<Result>) => {
  const { steps, shopOf, toResults } = stepping;
  const run = async (items: readonly Item[]): Promise<readonly Result[]> => {
    const shops = byShop(stepping, items);
    const [statement, values] =
      shops.length === 1
        ? [steps.one, shops[0]!]
        : [steps.several, [shops.map(([shopId]) => shopId), shops.map(([, step]) => step)]];
    const rows = await runStatement<Row & { readonly place: number }>(database, statement, values);
    const places = new Map(rows.map((row) => [row.place, row]));
    return toResults(
      items.map((_item, place) => places.get(place)),
      items,
    );
  };
  return createShopBatcher(database, { run, shopOf });
};
