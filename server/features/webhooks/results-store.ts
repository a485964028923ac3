import { runStatement, type Database, type Statement } from '#platform/database';
import type { EventId, ReceiverId, ShopId } from '#platform/ids';

/** What became of one attempt. `released`: it was not made, or was cut off by our own stop, and does not count. */
export type AttemptResult = {
  readonly eventId: EventId;
  /** Attempts at the time of the lease. */
  readonly attempts: number;
  readonly outcome: 'delivered' | 'retried' | 'dead' | 'released';
  readonly delayMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
};

// What is released is due at this moment, as if it had just become so: there other processes look for it first.
// The number of attempts fences: after a lease that ran out, or a replay, the result of the older attempt is dropped,
// and nothing undoes a delivery. A delivery that died meanwhile, its endpoint disabled, can still turn out delivered.
// Events are named by an array beside the join: Postgres then looks each of them up by the primary key, and never walks through
// all of the shop's deliveries because it believes them to be few. The times are worked out beside the results, in no condition.
const recording: Statement = {
  name: 'webhook_record_results',
  text: `update webhook_deliveries as deliveries set
      status = case when outcome = 'delivered' then 'delivered'
        when outcome = 'dead' then 'dead' else deliveries.status end,
      attempts = case when outcome = 'released' then deliveries.attempts else deliveries.attempts + 1 end,
      next_attempt_at = case when outcome in ('retried', 'released') then due_at else deliveries.next_attempt_at end,
      leased_until = null,
      last_http_status = case when outcome = 'released' then deliveries.last_http_status else http_status end,
      last_error = case when outcome = 'released' or (outcome = 'retried' and deliveries.status = 'dead')
        then deliveries.last_error else error end,
      finished_at = case when outcome in ('delivered', 'dead') then at else deliveries.finished_at end
    from (
      select *, now() as at, now() + delay_ms * interval '1 millisecond' as due_at
      from unnest($3::uuid[], $4::integer[], $5::text[], $6::bigint[], $7::integer[], $8::text[])
        as told (event_id, attempts, outcome, delay_ms, http_status, error)
    ) as results
    where deliveries.shop_id = $1 and deliveries.endpoint_id = $2 and deliveries.event_id = any($3)
      and deliveries.event_id = results.event_id
      and deliveries.attempts = results.attempts and deliveries.status <> 'delivered'`,
};

export const recordResults = async (
  database: Database,
  shopId: ShopId,
  receiverId: ReceiverId,
  results: readonly AttemptResult[],
): Promise<void> => {
  await runStatement(database, recording, [
    shopId,
    receiverId,
    results.map((result) => result.eventId),
    results.map((result) => result.attempts),
    results.map((result) => result.outcome),
    results.map((result) => result.delayMs),
    results.map((result) => result.httpStatus),
    results.map((result) => result.error),
  ]);
};
