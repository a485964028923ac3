import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { EndpointId, EventId, OperationId, ShopId } from '#platform/ids';
import { toldNames } from './event-types.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'dead';

export type DeliveryRow = {
  readonly event_id: EventId;
  /** Null where the delivery has a URL of its own. */
  readonly endpoint_id: EndpointId | null;
  readonly url: string;
  readonly operation_id: OperationId;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly last_http_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

// Event ids are UUIDv7, so the primary key (shop, event, endpoint) lists the newest first.
const listing: Statement = {
  name: 'webhook_delivery_list',
  text: `select event_id, case when deliveries.url is null then deliveries.endpoint_id end as endpoint_id,
      coalesce(deliveries.url, endpoints.url) as url, operation_id, type, status, attempts, next_attempt_at,
      last_http_status, last_error, deliveries.created_at, finished_at
    from webhook_deliveries as deliveries
      join events using (shop_id, event_id) left join webhook_endpoints as endpoints using (shop_id, endpoint_id)
    where shop_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or event_id = $3)
      and ($4::uuid is null or deliveries.endpoint_id = $4) and ($5::uuid is null or event_id < $5)
    order by event_id desc, deliveries.endpoint_id limit $6`,
};

export type DeliveryFilter = {
  readonly shopId: ShopId;
  readonly status?: DeliveryStatus;
  readonly eventId?: EventId;
  readonly endpointId?: EndpointId;
  /** Only events older than this one: the last of the page before. */
  readonly before?: EventId;
  readonly limit: number;
};

export const selectDeliveries = (database: Database, filter: DeliveryFilter): Promise<DeliveryRow[]> =>
  runStatement(database, listing, [
    filter.shopId,
    filter.status ?? null,
    filter.eventId ?? null,
    filter.endpointId ?? null,
    filter.before ?? null,
    filter.limit,
  ]);

export type ReplayOrder = {
  readonly shopId: ShopId;
  readonly endpointId: EndpointId | null;
  /** Bounds of the walk over the primary key, the first exclusive. */
  readonly after: string;
  readonly upTo: string;
  readonly from: Date;
  readonly to: Date;
  readonly includesDelivered: boolean;
  readonly limit: number;
};

// Also makes deliveries that never were: an endpoint that was disabled, or added later, gets the events it missed. The
// lease stays: a delivery that is being sent at this moment is not sent beside itself.
const replaying: Statement = {
  name: 'webhook_replay',
  text: `with chosen as (
      select event_id, told_name($9, api, type) as name, webhook_url from events
      where shop_id = $1 and event_id > $3 and event_id <= $4 and created_at >= $5 and created_at < $6
      order by event_id limit $8
    ), replayed as (
      insert into webhook_deliveries as present (shop_id, event_id, endpoint_id, url, next_attempt_at)
      select $1, event_id, endpoint_id, url, date_trunc('milliseconds', now()) from (
        select event_id, endpoint_id, null as url from chosen cross join webhook_endpoints as endpoints
        where endpoints.shop_id = $1 and disabled_at is null and name is not null and (types is null or name = any(types))
          and ($2::uuid is null or endpoint_id = $2) and (webhook_url is null or not is_default)
        union all
        select event_id, server_of_url(webhook_url), webhook_url from chosen
        where webhook_url is not null and name is not null and $2::uuid is null
      ) as wanted
      on conflict (shop_id, event_id, endpoint_id) do update set
        status = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at, finished_at = null,
        last_http_status = null, last_error = null
      where present.status <> 'delivered' or $7
      returning 1
    )
    select (select count(*)::integer from chosen) as events, (select count(*)::integer from replayed) as deliveries,
      (select event_id from chosen order by event_id desc limit 1) as last_event_id`,
};

export const replayChunk = (
  database: Database,
  order: ReplayOrder,
): Promise<{ readonly events: number; readonly deliveries: number; readonly last_event_id: EventId | null }> =>
  runForRow(database, replaying, [
    order.shopId,
    order.endpointId,
    order.after,
    order.upTo,
    order.from,
    order.to,
    order.includesDelivered,
    order.limit,
    toldNames,
  ]);
