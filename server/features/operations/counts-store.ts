import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { nextStatuses, statuses, type StoredStatus } from './operation-states.ts';

/** What may still become visible to its merchant. */
const undecided = (Object.keys(nextStatuses) as StoredStatus[]).filter(
  (status) => nextStatuses[status].length > 0 && !(statuses as readonly StoredStatus[]).includes(status),
);

const fold: Statement = {
  name: 'fold_operation_counts',
  text: `select fold_operation_counts($1, $2, now() - $3 * interval '1 millisecond', $4, $5, $6) as is_more`,
};

const shopIds: Statement = { name: 'count_operations_of_shops', text: `select shop_id from shops order by shop_id` };

export type FoldStep = {
  readonly shopId: ShopId;
  readonly api: string;
  readonly settledAfterMs: number;
  readonly stretchSize: number;
};

/** Counts some of what is settled. True when there may be more. */
export const foldCounts = async (
  database: Database,
  { shopId, api, settledAfterMs, stretchSize }: FoldStep,
): Promise<boolean> => {
  const values = [shopId, api, settledAfterMs, stretchSize, statuses, undecided];
  return (await runForRow<{ is_more: boolean }>(database, fold, values)).is_more;
};

export const readCountedShops = async (database: Database): Promise<ShopId[]> =>
  (await runStatement<{ shop_id: ShopId }>(database, shopIds, [])).map((row) => row.shop_id);

/**
 * Of shop $1, API $2 and statuses $3, as parts of a statement that goes on with them: what is counted, what of the remembered is visible
 * by now, and, from one index alone, what was created since. `skipped` of the newest are those in front of a stretch, wholly passed
 * over by $4; they lie behind `before`, which is null where the first stretch is not wholly passed over.
 */
export const placeOfPage = `counted as materialized (
      select c.begins_at, c.visible + (
        select count(*) from operation_count_leftovers l
        where l.shop_id = $1 and l.api = $2 and l.created_at >= c.begins_at and l.created_at < c.ends_at and exists (
          select from operations o where o.shop_id = $1 and o.operation_id = l.operation_id and o.status = any($3::text[]))
      ) as visible, c.ends_at
      from operation_counts c where c.shop_id = $1 and c.api = $2
    ), newest as (
      select coalesce(sum(fresh.visible), 0)::integer as visible
      from unnest($3::text[]) as asked_status cross join unnest(array['payment', 'payout']) as asked_type
        cross join lateral (
          select count(*) as visible from operations o
          where o.shop_id = $1 and o.api = $2 and o.type = asked_type and o.status = asked_status
            and o.created_at >= coalesce((select max(ends_at) from counted), '-infinity')
        ) as fresh
    ), reached as (
      select counted.begins_at, newest.visible + sum(counted.visible) over (order by counted.begins_at desc) as through
      from counted cross join newest
    ), place as materialized (
      select (newest.visible + coalesce((select sum(visible) from counted), 0))::integer as total,
        passed.begins_at as before, coalesce(passed.through, 0)::integer as skipped
      from newest left join lateral (
        select begins_at, through from reached where through <= $4::integer order by begins_at limit 1
      ) as passed on true
    )`;
