import type { Database } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { runStatement } from '#platform/database';
import type { Standing } from './outcome.ts';

type Row = {
  readonly operations: readonly { readonly status: string; readonly actual: string }[] | null;
  readonly events: readonly string[] | null;
  readonly postings: Readonly<Record<string, string>> | null;
  readonly orders: readonly string[] | null;
  readonly files: string;
};

const whole = {
  name: 'observe_payment',
  text: `select
    (select json_agg(json_build_object('status', status, 'actual', actual_amount::text)) from operations
      where shop_id = $1 and operation_id = any($2::uuid[])) as operations,
    (select json_agg(type order by sequence, created_at) from events
      where shop_id = $1 and operation_id = any($2::uuid[])) as events,
    (select json_object_agg(account, amount) from (
      select account, round(sum(amount), 2)::text as amount from ledger_transactions
        join ledger_postings using (shop_id, transaction_id)
      where shop_id = $1 and operation_id = any($2::uuid[]) group by account) as sums) as postings,
    (select json_agg(orders.state) from attempts join sandbox_orders orders using (shop_id, attempt_id)
      where shop_id = $1 and operation_id = any($2::uuid[])) as orders,
    (select case when count(*) = count(content) and bool_and(state = 'recorded') is not false then count(*)::text
        else format('%s rows (%s), %s contents', count(*), string_agg(state, ', '), count(content)) end
      from receipt_files left join receipt_contents content using (shop_id, file_id)
      where shop_id = $1 and operation_id = any($2::uuid[])) as files`,
};

const orderNames: Readonly<Record<string, string>> = { accepted: 'live', voided: 'gone' };

/** What the tables hold of operations that count as one. */
export const observe = async (
  database: Database,
  shopId: ShopId,
  operationIds: readonly OperationId[],
): Promise<Standing> => {
  const [row] = await runStatement<Row>(database, whole, [shopId, operationIds]);
  const { operations, events, postings, orders, files } = row!;
  // A refused create leaves the identifier to what comes after it.
  const held = operations?.filter(({ status }) => status !== 'rejected') ?? [];
  const { actual } = held[0] ?? { actual: '0.00' };
  return {
    status: operations === null ? 'absent' : held.map(({ status }) => status).join(' and ') || 'rejected',
    actual,
    suspense: postings?.['suspense'] ?? '0.00',
    balance: postings?.['available'] ?? '0.00',
    events: (events ?? []).map((type) => type.replace('operation.', '')).join(', '),
    order: (orders ?? []).map((state) => orderNames[state] ?? state).join(' and ') || 'none',
    files,
  };
};
