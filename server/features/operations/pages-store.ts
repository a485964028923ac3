import { runStatement, type Database, type Statement } from '#platform/database';
import { statuses } from './operation-states.ts';
import { operationColumns, type OperationRow } from './operations-store.ts';

/**
 * Ranges of operations_by_time, merged newest first, of which only those on the page are read. What is in front of it costs an
 * entry of the index for each, in each range, so callers begin as near to the page as they can.
 */
const page: Statement = {
  name: 'list_page_of_operations',
  text: `select ${operationColumns} from (
      select (select own from operations own
        where own.shop_id = $1 and own.operation_id = page.operation_id) as o
      from (
        select listed.created_at, listed.operation_id
        from unnest($3::text[]) as asked_status cross join unnest(array['payment', 'payout']) as asked_type cross join lateral (
          select l.created_at, l.operation_id from operations l
          where l.shop_id = $1 and l.api = $2 and l.type = asked_type and l.status = asked_status
            and l.created_at < coalesce($4::timestamptz, 'infinity')
          order by l.created_at desc, l.operation_id desc limit $5::integer + $6::integer
        ) listed
        order by listed.created_at desc, listed.operation_id desc limit $6::integer offset $5::integer
      ) page offset 0
    ) found order by (o).created_at desc, (o).operation_id desc`,
};

export const readPage = (
  database: Database,
  scope: { readonly shopId: string; readonly api: string },
  place: { readonly before: Date | null; readonly skip: number; readonly take: number },
): Promise<OperationRow[]> =>
  runStatement(database, page, [scope.shopId, scope.api, statuses, place.before, place.skip, place.take]);

// By operations_by_identifier and operations_by_freed_identifier, whose predicates are repeated so that the planner may use them.
const named: Statement = {
  name: 'list_operations_of_identifier',
  text: `select ${operationColumns}, count(*) over ()::integer as total from (
      select (select own from operations own
        where own.shop_id = $1 and own.operation_id = named.operation_id) as o
      from (
        select operation_id from operations
        where shop_id = $1 and api = $2 and merchant_operation_id = $3 and is_identifier_held
        union all
        select operation_id from operations
        where shop_id = $1 and api = $2 and merchant_operation_id = $3 and not is_identifier_held
      ) named offset 0
    ) found where (o).status = any($4::text[])
    order by (o).created_at desc, (o).operation_id desc limit $5`,
};

type Named = OperationRow & { readonly total: number };

export const readNamed = (
  database: Database,
  { shopId, api }: { readonly shopId: string; readonly api: string },
  identifier: string,
  limit: number,
): Promise<Named[]> => runStatement(database, named, [shopId, api, identifier, statuses, limit]);
