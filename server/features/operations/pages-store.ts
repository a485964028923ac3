import { runStatement, type Database, type Statement } from '#platform/database';
import { placeOfPage } from './counts-store.ts';
import { statuses } from './operation-states.ts';
import { operationColumns, type OperationRow } from './operations-store.ts';

/**
 * One statement, and so one snapshot: the total is of the moment at which the page is read. Ranges of operations_by_time, merged
 * newest first, of which only those on the page are read. What is in front of it costs an entry of the index for each, in each
 * range, so it begins as near to the page as it can. An empty page is one row without an operation.
 */
const page: Statement = {
  name: 'list_counted_page_of_operations',
  text: `with ${placeOfPage}
    select place.total, ${operationColumns} from place left join (
      select (select own from operations own
        where own.shop_id = $1 and own.operation_id = page.operation_id) as o
      from (
        select listed.created_at, listed.operation_id
        from unnest($3::text[]) as asked_status cross join unnest(array['payment', 'payout']) as asked_type cross join lateral (
          select l.created_at, l.operation_id from operations l
          where l.shop_id = $1 and l.api = $2 and l.type = asked_type and l.status = asked_status
            and l.created_at < coalesce((select before from place), 'infinity')
          order by l.created_at desc, l.operation_id desc
          limit (select $4::integer - skipped + $5::integer from place)
        ) listed
        order by listed.created_at desc, listed.operation_id desc
        limit $5::integer offset (select $4::integer - skipped from place)
      ) page offset 0
    ) found on true order by (o).created_at desc, (o).operation_id desc`,
};

type Paged = { readonly total: number } & (OperationRow | { readonly operation_id: null });
type Counted = { readonly rows: readonly OperationRow[]; readonly total: number };

const isOperation = (row: Paged): row is Paged & OperationRow => row.operation_id !== null;

/** The operations from the place `skip` on, counted from the newest, at the most `take`, and how many there are in all. */
export const readPage = async (
  database: Database,
  { shopId, api }: { readonly shopId: string; readonly api: string },
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Counted> => {
  const rows = await runStatement<Paged>(database, page, [shopId, api, statuses, skip, take]);
  return { rows: rows.filter(isOperation), total: rows[0]?.total ?? 0 };
};

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
