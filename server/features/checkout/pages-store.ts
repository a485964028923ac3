import { runStatement, type Database, type Statement } from '#platform/database';
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

// Each row by its own key: a join is planned on an empty database as a walk through all operations.
const findPage: Statement = {
  name: 'find_hosted_page',
  text: `select ${operationColumns}, (o).receipt_file_id is not null as is_receipt_held, (o).is_expiring,
      (o).event_sequence, ceil(extract(epoch from (o).expires_at - now()))::integer as remaining_seconds, (s).mode,
      (select m.name from merchants m where m.merchant_id = (s).merchant_id) as payee
    from (
      select (select own from operations own
          where own.shop_id = page.shop_id and own.operation_id = page.operation_id) as o,
        (select own from shops own where own.shop_id = page.shop_id) as s
      from hosted_pages page where page.operation_id = $1 offset 0
    ) as found`,
};

// By their own keys, as above.
const findScope: Statement = {
  name: 'find_scope_of_hosted_page',
  text: `select shop_id as "shopId", (select own.api from operations own
      where own.shop_id = page.shop_id and own.operation_id = page.operation_id) as api
    from hosted_pages page where operation_id = $1`,
};

export const createPagesStore = (database: Database) => ({
  /** Opening a page that is open changes nothing. */
  open: async (shopId: ShopId, operationId: OperationId): Promise<void> => {
    await runStatement(database, openPage, [operationId, shopId]);
  },
  find: async (operationId: string): Promise<PageRow | null> => {
    const [row] = await runStatement<PageRow>(database, findPage, [operationId]);
    return row ?? null;
  },
  /** Whose payment the page shows, and of which API. */
  findScope: async (operationId: string): Promise<OperationScope | null> => {
    const [row] = await runStatement<OperationScope>(database, findScope, [operationId]);
    return row ?? null;
  },
});

export type PagesStore = ReturnType<typeof createPagesStore>;
