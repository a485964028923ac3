import { foldOperationCounts } from '#features/operations';
import type { Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { columnsOf } from '#test/support/settled-payments';
import { sealNumbers, type Rows } from './copied-payments.ts';

/** Completed copies of a PayIn, one every 2.5 seconds until a little while ago; a million of them are four weeks. */
const copyStatement = async (database: Database): Promise<string> => {
  const changed: Readonly<Record<string, string>> = {
    operation_id: 'copies.operation_id',
    attempt_id: 'copies.operation_id',
    merchant_operation_id: 'copies.operation_id::text',
    status: `'completed'`,
    actual_amount: 'source.expected_amount',
    recorded_amount: 'source.expected_amount * source.fx_rate',
    details_encrypted: 'null',
    expires_at: 'null',
    created_at: 'copies.created_at',
    updated_at: 'copies.created_at',
    finished_at: 'copies.created_at',
  };
  const columns = await columnsOf(database, 'operations');
  return `with source as materialized (
      select * from operations where shop_id = ? and type = 'payment' and status = 'pending' limit 1
    ), copies as (
      select uuidv7(-age) as operation_id, now() - age as created_at
      from generate_series(?::integer, 1, -1) as nth cross join lateral (select interval '5 minutes' + nth * interval '2.5 seconds') as of (age)
    )
    insert into operations (${columns.join(', ')})
    select ${columns.map((column) => changed[column] ?? `source.${column}`).join(', ')} from copies cross join source`;
};

/** Gives a shop that has an unpaid PayIn so many operations more, and counts them as the server's job does. */
export const fillList = async (database: Database, shopId: string, howMany: number): Promise<void> => {
  await database.raw(await copyStatement(database), [shopId, howMany]);
  await database.raw('vacuum analyze operations');
  await foldOperationCounts({ database, log: createLog('warn') });
};

/** The ids on a page, whose numbers open from then on. */
export const openPage = async (
  database: Database,
  shopId: string,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<string[]> => {
  const { rows } = await database.raw<Rows<{ readonly shopId: string; readonly operationId: string }>>(
    `select shop_id as "shopId", operation_id as "operationId" from operations where shop_id = ?
     order by created_at desc, operation_id desc limit ? offset ?`,
    [shopId, take, skip],
  );
  await sealNumbers(database, rows);
  return rows.map(({ operationId }) => operationId);
};
