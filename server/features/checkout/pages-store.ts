import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { operationColumns, type OperationRow, type OperationScope } from '#features/operations';

export type PageRow = OperationRow & {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly is_receipt_held: boolean;
  readonly is_expiring: boolean;
  readonly event_sequence: number;
  /** Null where the payment never had a lifetime. */
  readonly remaining_seconds: number | null;
  readonly mode: 'live' | 'test';
  readonly payee: string;
};

const openPage: Statement = {
  name: 'open_hosted_page',
  text: `insert into hosted_pages (operation_id, shop_id) values ($1, $2) on conflict (operation_id) do nothing`,
};

const findShop: Statement = {
  name: 'find_shop_of_hosted_page',
  text: `select shop_id from hosted_pages where operation_id = $1`,
};

// Each row by its own key: a join is planned on an empty database as a walk through all operations.
const findPage: Statement = {
  name: 'find_hosted_page',
  text: `select ${operationColumns}, (o).receipt_file_id is not null as is_receipt_held, (o).is_expiring,
      (o).event_sequence, ceil(extract(epoch from (o).expires_at - now()))::integer as remaining_seconds, (s).mode,
      (select m.name from merchants m where m.merchant_id = (s).merchant_id) as payee
    from (
      select (select own from operations own where own.shop_id = $1 and own.operation_id = $2) as o,
        (select own from shops own where own.shop_id = $1) as s
      offset 0
    ) as found`,
};

const findApi: Statement = {
  name: 'find_api_of_operation',
  text: `select api from operations where shop_id = $1 and operation_id = $2`,
};

/** The directory is asked by itself, and then the shop: a page is never opened without its payment. */
const shopOf = async (database: Database, operationId: string): Promise<ShopId | null> => {
  const [page] = await runStatement<{ readonly shop_id: ShopId }>(database, findShop, [operationId]);
  return page?.shop_id ?? null;
};

export const createPagesStore = (database: Database) => ({
  /** Opening a page that is open changes nothing. */
  open: async (shopId: ShopId, operationId: OperationId): Promise<void> => {
    await runStatement(database, openPage, [operationId, shopId]);
  },
  find: async (operationId: string): Promise<PageRow | null> => {
    const shopId = await shopOf(database, operationId);
    return shopId && runForRow<PageRow>(database, findPage, [shopId, operationId]);
  },
  /** Whose payment the page shows, and of which API. */
  findScope: async (operationId: string): Promise<OperationScope | null> => {
    const shopId = await shopOf(database, operationId);
    if (shopId === null) return null;
    return { shopId, ...(await runForRow<Pick<OperationScope, 'api'>>(database, findApi, [shopId, operationId])) };
  },
});

export type PagesStore = ReturnType<typeof createPagesStore>;
