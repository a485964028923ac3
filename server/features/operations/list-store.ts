import { runStatement, type Database, type Statement } from '#platform/database';
import type { OperationType, Status } from './operation-states.ts';
import { operationColumns, type OperationRow } from './operations-store.ts';

/** A place in the order of creation: everything older comes after it. */
export type Place = { readonly createdAt: Date; readonly operationId: string };

export type Range = {
  readonly types: readonly OperationType[];
  readonly statuses: readonly Status[];
  readonly createdFrom: Date | null;
  /** Null: from the newest on. */
  readonly before: Place | null;
  readonly limit: number;
};

/**
 * For each type and status the newest of one range of operations_by_time, of these the newest, and only those by their key.
 * Statuses that no merchant sees are never walked through.
 */
export const newestInRange: Statement = {
  name: 'list_newest_operations',
  text: `select ${operationColumns} from (
      select (select own from operations own
        where own.shop_id = $1 and own.operation_id = page.operation_id) as o
      from (
        select listed.created_at, listed.operation_id
        from unnest($3::text[]) as asked_type cross join unnest($4::text[]) as asked_status cross join lateral (
          select l.created_at, l.operation_id from operations l
          where l.shop_id = $1 and l.api = $2 and l.type = asked_type and l.status = asked_status
            and l.created_at >= $5::timestamptz and (l.created_at, l.operation_id) < ($6::timestamptz, $7::uuid)
          order by l.created_at desc, l.operation_id desc limit $8
        ) listed
        order by listed.created_at desc, listed.operation_id desc limit $8
      ) page offset 0
    ) found order by (o).created_at desc, (o).operation_id desc`,
};

// By operations_by_identifier: what holds an identifier is one operation.
const byIdentifier: Statement = {
  name: 'list_operation_of_identifier',
  text: `select ${operationColumns} from operations o
    where o.shop_id = $1 and o.api = $2 and o.merchant_operation_id = $3 and o.is_identifier_held
      and o.type = any($4::text[]) and o.status = any($5::text[])
      and o.created_at >= $6::timestamptz and (o.created_at, o.operation_id) < ($7::timestamptz, $8::uuid)`,
};

const lowestId = '00000000-0000-0000-0000-000000000000';

const boundsOf = ({ createdFrom, before }: Range) => [
  createdFrom ?? '-infinity',
  before?.createdAt ?? 'infinity',
  before?.operationId ?? lowestId,
];

export const createListStore = (database: Database) => ({
  findNewest: (shopId: string, api: string, range: Range): Promise<OperationRow[]> =>
    runStatement(database, newestInRange, [shopId, api, range.types, range.statuses, ...boundsOf(range), range.limit]),
  findNamed: (shopId: string, api: string, identifier: string, range: Range): Promise<OperationRow[]> =>
    runStatement(database, byIdentifier, [shopId, api, identifier, range.types, range.statuses, ...boundsOf(range)]),
});

export type ListStore = ReturnType<typeof createListStore>;
