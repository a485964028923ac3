/**
 * Turns those of a shop's events that are still undispatched into deliveries, so that an event is dispatched exactly when its
 * work is stored; answers how many, and the receivers that have something to be sent now. Two processes never take the same event: locked
 * ones are passed over.
 *
 * An endpoint that its receiver disabled (410) keeps what it misses as dead deliveries, to be seen and replayed; one that
 * an operator disabled misses nothing. Times are stored to the millisecond: rounded up, a delivery would be due only after it
 * was looked for. Planned anew each time: a plan kept from when the tables were empty walks through all of them later. Events
 * are named by an array and not by a join, for which a shop that is new to the statistics is believed to have few.
 */
export const dispatchEvents = /* sql */ `
create or replace function dispatch_events(p_shop uuid, p_events uuid[], p_names jsonb)
returns table (taken integer, receiver_ids uuid[]) language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_now timestamptz := date_trunc('milliseconds', now());
  v_events uuid[];
  v_names text[];
begin
  select array_agg(free.event_id), array_agg(free.name) into v_events, v_names
  from (
    select e.event_id, told_name(p_names, e.api, e.type) as name from events e
    where e.shop_id = p_shop and e.event_id = any(p_events) and e.dispatched_at is null
    for update skip locked
  ) free;
  update events set dispatched_at = v_now where shop_id = p_shop and event_id = any(v_events);
  return query
  with made as (
    insert into webhook_deliveries as d
      (shop_id, event_id, endpoint_id, next_attempt_at, status, last_error, finished_at)
    select p_shop, one.event_id, w.endpoint_id, v_now,
      case when w.disabled_at is null then 'pending' else 'dead' end,
      case when w.disabled_at is null then null else 'endpoint_disabled' end,
      case when w.disabled_at is null then null else v_now end
    from unnest(v_events, v_names) as one (event_id, name) cross join webhook_endpoints w
    where w.shop_id = p_shop and (w.disabled_at is null or w.disabled_reason = 'gone')
      and one.name is not null and (w.types is null or one.name = any(w.types))
    on conflict do nothing
    returning d.endpoint_id, d.status
  )
  select cardinality(coalesce(v_events, '{}')), array(
    select distinct made.endpoint_id from made where made.status = 'pending');
end $$
`;
