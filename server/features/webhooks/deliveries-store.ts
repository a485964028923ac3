import type { EventSnapshot } from '#outbox';
import type { Api } from '#platform/apis';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { EventId, OperationId, ReceiverId, ShopId } from '#platform/ids';
import { toldNames } from './event-types.ts';

/** Where deliveries go that wait for each other alone: an endpoint of a shop, or the server of URLs that its operations have. */
export type ReceiverKey = { readonly shop_id: ShopId; readonly receiver_id: ReceiverId };

const dispatching: Statement = {
  name: 'webhook_dispatch',
  text: 'select taken, receiver_ids from dispatch_events($1, $2, $3)',
};

export type Dispatched = { readonly taken: number; readonly receiver_ids: readonly ReceiverId[] };

/** Turns those of a shop's events into deliveries that are still undispatched. */
export const dispatchEvents = (database: Database, shopId: ShopId, eventIds: readonly EventId[]): Promise<Dispatched> =>
  runForRow(database, dispatching, [shopId, eventIds, toldNames]);

/**
 * The receivers with deliveries that are due and that no process has leased, found by the index webhook_deliveries_by_time,
 * over all shops and without locks; with `withinMs` only those that became due so lately, so that a long backlog is not gone
 * through each time. Planned anew each time: a plan made and kept while the table was empty walks through all of it later.
 */
export const findDueReceivers = async (
  database: Database,
  withinMs: number | null,
): Promise<readonly ReceiverKey[]> => {
  const { rows } = await database.raw<{ rows: ReceiverKey[] }>(
    `select distinct shop_id, endpoint_id as receiver_id from webhook_deliveries
     where status = 'pending' and next_attempt_at <= now()
       and next_attempt_at >= coalesce(now() - ? * interval '1 millisecond', '-infinity')
       and (leased_until is null or leased_until <= now())`,
    [withinMs],
  );
  return rows;
};

export type Receiver = {
  /** Null: its deliveries have URLs of their own. */
  readonly url: string | null;
  readonly is_disabled: boolean;
  /** The current secret first, then one that a rotation left valid. */
  readonly secret_ids: readonly string[];
  /** In the order of their ids. */
  readonly secrets: readonly Buffer[];
};

const receiverSelection: Statement = {
  name: 'webhook_receiver',
  // The shop's own secret signs for its default endpoint and for URLs of operations.
  text: `select url, disabled_at is not null as is_disabled, secret_ids, secrets
    from (select $1::uuid as shop_id) as asked
      left join webhook_endpoints as endpoints on endpoints.shop_id = $1 and endpoints.endpoint_id = $2
      cross join lateral (
        select coalesce(array_agg(secret_id order by expires_at desc nulls first, secret_id), '{}') as secret_ids,
          coalesce(array_agg(secret_encrypted order by expires_at desc nulls first, secret_id), '{}') as secrets
        from webhook_secrets as secrets
        where secrets.shop_id = $1
          and secrets.endpoint_id is not distinct from case when not is_default then endpoints.endpoint_id end
          and (expires_at is null or expires_at > now())
      ) as valid`,
};

export const findReceiver = (database: Database, key: ReceiverKey): Promise<Receiver> =>
  runForRow(database, receiverSelection, [key.shop_id, key.receiver_id]);

export type LeasedDelivery = {
  readonly event_id: EventId;
  readonly attempts: number;
  /** Of its own; null: that of its endpoint. */
  readonly url: string | null;
  readonly operation_id: OperationId;
  readonly api: Api;
  readonly sequence: number;
  readonly type: string;
  readonly data: EventSnapshot;
  readonly created_at: Date;
};

// Rows are named by arrays and looked up one by one: a join would walk through all of the shop's, where the statistics say
// that it has few.
const leasing: Statement = {
  name: 'webhook_lease',
  text: `with due as (
      select event_id from webhook_deliveries
      where shop_id = $1 and endpoint_id = $2 and status = 'pending' and next_attempt_at <= now()
        and (leased_until is null or leased_until <= now())
      order by next_attempt_at limit $3
      for update skip locked
    ), leased as (
      update webhook_deliveries set leased_until = now() + $4 * interval '1 millisecond'
      where shop_id = $1 and endpoint_id = $2 and event_id = any(array(select event_id from due))
      returning event_id, attempts, url
    )
    select event_id, attempts, url, event.* from leased cross join lateral (
      select operation_id, api, sequence, type, data, created_at from events
      where shop_id = $1 and events.event_id = leased.event_id limit 1
    ) as event
    order by created_at, sequence`,
};

/** Takes due deliveries of one receiver for `leaseMs`, oldest event first. No two processes hold the same one. */
export const leaseDeliveries = (
  database: Database,
  key: ReceiverKey,
  count: number,
  leaseMs: number,
): Promise<LeasedDelivery[]> => runStatement(database, leasing, [key.shop_id, key.receiver_id, count, leaseMs]);
