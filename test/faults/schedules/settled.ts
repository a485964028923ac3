import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database';
import { eventually } from '#test/support/eventually';
import type { Books } from './bank-books.ts';

/** What is still under way, by kind; deliveries to hostile receivers apart, which may wait for days. */
const underWay = `
  select 'operations' as what, status as state, count(*)::integer from operations
    where status in ('creating', 'rejecting', 'pending', 'awaiting_confirmation', 'manual_check') group by status
  union all select 'attempts', state, count(*)::integer from attempts
    where check_at is not null or is_fact_pending or state in ('sending', 'queued') group by state
  union all select 'receipts', state, count(*)::integer from receipt_files
    where state <> 'recorded' or submit_at is not null group by state
  union all select 'events', 'undispatched', count(*)::integer from events where dispatched_at is null having count(*) > 0
  union all select 'deliveries', d.status, count(*)::integer from webhook_deliveries d
    left join webhook_endpoints e using (shop_id, endpoint_id)
    where (e.is_default or d.url is not null) and d.status <> 'delivered' group by d.status`;

export type Unsettled = { readonly what: string; readonly state: string; readonly count: number };

const readUnderWay = async (database: Database): Promise<readonly Unsettled[]> =>
  (await database.raw<{ rows: Unsettled[] }>(underWay)).rows;

/** Waits until nothing is under way any more. */
export const waitUntilSettled = async (database: Database, books: Books): Promise<void> => {
  let left: readonly Unsettled[] = [];
  const isSettled = async (): Promise<boolean> => {
    // The look goes through whole tables.
    await sleep(100);
    left = await readUnderWay(database);
    return left.length === 0 && books.isQuiet();
  };
  try {
    await eventually(isSettled, 'everything to settle');
  } catch (error) {
    throw new Error(
      `${String(error)} Left: ${JSON.stringify(left)}; the bank is ${books.isQuiet() ? '' : 'not '}quiet.`,
    );
  }
};
