import { takeEvents, type EventSnapshot } from '#outbox';
import type { Api } from '#platform/apis';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { EndpointId, EventId, OperationId, ShopId } from '#platform/ids';
import { isWanted } from './event-types.ts';

// An endpoint that its receiver disabled (410) keeps what it misses as dead deliveries, to be seen and replayed; one
// that an operator disabled misses nothing. The recursion steps from one endpoint with waiting work to the next by the
// index webhook_deliveries_due: idle endpoints and long backlogs cost nothing. Times are stored to the millisecond, and
// rounding up would make a delivery due only after the job that was added for it.
const dispatching = (limit: number): string =>
  takeEvents(
    limit,
    `matched as (
    insert into webhook_deliveries (shop_id, event_id, endpoint_id, next_attempt_at, status, last_error, finished_at)
    select shop_id, event_id, endpoint_id, date_trunc('milliseconds', now()),
      case when disabled_at is null then 'pending' else 'dead' end,
      case when disabled_at is null then null else 'endpoint_disabled' end,
      case when disabled_at is null then null else now() end
    from taken join webhook_endpoints using (shop_id)
    where (disabled_at is null or disabled_reason = 'gone') and ${isWanted}
    on conflict do nothing
    returning endpoint_id, status
  ), waiting as (
    (select endpoint_id, next_attempt_at from webhook_deliveries
      where status = 'pending' and (leased_until is null or leased_until <= now())
      order by endpoint_id, next_attempt_at limit 1)
    union all
    select next.endpoint_id, next.next_attempt_at from waiting cross join lateral (
      select endpoint_id, next_attempt_at from webhook_deliveries
      where status = 'pending' and (leased_until is null or leased_until <= now())
        and webhook_deliveries.endpoint_id > waiting.endpoint_id
      order by endpoint_id, next_attempt_at limit 1
    ) as next
  )
  select (select count(*)::integer from taken) as taken, array(
    select endpoint_id from matched where status = 'pending'
    union
    select endpoint_id from waiting where next_attempt_at <= now()
  ) as endpoint_ids`,
  );

export type Dispatch = { readonly taken: number; readonly endpoint_ids: EndpointId[] };

/**
 * Turns up to `limit` undispatched events into deliveries, and finds every endpoint with due ones. Planned anew each
 * time: a plan made and kept while the tables were empty walks through all of them once a burst has come.
 */
export const dispatchEvents = async (database: Database, limit: number): Promise<Dispatch> => {
  const { rows } = await database.raw<{ rows: [Dispatch] }>(dispatching(limit));
  return rows[0];
};

export type Receiver = {
  readonly shop_id: ShopId;
  readonly url: string;
  readonly is_disabled: boolean;
  /** The current secret first, then one that a rotation left valid. */
  readonly secret_ids: readonly string[];
  /** In the order of their ids. */
  readonly secrets: readonly Buffer[];
};

const receiverSelection: Statement = {
  name: 'webhook_receiver',
  text: `select shop_id, url, disabled_at is not null as is_disabled, secret_ids, secrets
    from webhook_endpoints as endpoints cross join lateral (
      select coalesce(array_agg(secret_id order by expires_at desc nulls first, secret_id), '{}') as secret_ids,
        coalesce(array_agg(secret_encrypted order by expires_at desc nulls first, secret_id), '{}') as secrets
      from webhook_secrets as secrets
      where secrets.shop_id = endpoints.shop_id
        and secrets.endpoint_id is not distinct from case when is_default then null else endpoints.endpoint_id end
        and (expires_at is null or expires_at > now())
    ) as valid
    where endpoint_id = $1`,
};

export const findReceiver = async (database: Database, endpointId: EndpointId): Promise<Receiver | undefined> => {
  const [receiver] = await runStatement<Receiver>(database, receiverSelection, [endpointId]);
  return receiver;
};

export type LeasedDelivery = {
  readonly event_id: EventId;
  readonly attempts: number;
  readonly operation_id: OperationId;
  readonly api: Api;
  readonly sequence: number;
  readonly type: string;
  readonly data: EventSnapshot;
  readonly created_at: Date;
};

const leasing: Statement = {
  name: 'webhook_lease',
  text: `with due as (
      select shop_id, event_id, endpoint_id from webhook_deliveries
      where endpoint_id = $1 and status = 'pending' and next_attempt_at <= now()
        and (leased_until is null or leased_until <= now())
      order by next_attempt_at limit $2
      for update skip locked
    ), leased as (
      update webhook_deliveries as deliveries set leased_until = now() + $3 * interval '1 millisecond'
      from due
      where deliveries.shop_id = due.shop_id and deliveries.event_id = due.event_id
        and deliveries.endpoint_id = due.endpoint_id
      returning deliveries.shop_id, deliveries.event_id, deliveries.attempts
    )
    select event_id, attempts, operation_id, api, sequence, type, data, events.created_at
    from leased join events using (shop_id, event_id)
    order by events.created_at, sequence`,
};

/** Takes due deliveries of one endpoint for `leaseMs`, oldest event first. No two processes hold the same one. */
export const leaseDeliveries = (
  database: Database,
  endpointId: EndpointId,
  count: number,
  leaseMs: number,
): Promise<LeasedDelivery[]> => runStatement(database, leasing, [endpointId, count, leaseMs]);
