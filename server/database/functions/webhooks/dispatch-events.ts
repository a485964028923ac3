/**
 * Turns those of a shop's events that are still undispatched into deliveries, so that an event is dispatched exactly when its
 * work is stored; answers how many, and the receivers that have something to be sent now. Two processes never take the same event: locked
 * ones are passed over.
 *
 * Where the operation has a URL of its own, that takes the place of the shop's default endpoint.
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
  v_urls text[];
begin
  select array_agg(free.event_id), array_agg(free.name), array_agg(free.webhook_url) into v_events, v_names, v_urls
  from (
    select e.event_id, told_name(p_names, e.api, e.type) as name, e.webhook_url from events e
    where e.shop_id = p_shop and e.event_id = any(p_events) and e.dispatched_at is null
    for update skip locked
  ) free;
  update events set dispatched_at = v_now where shop_id = p_shop and event_id = any(v_events);
  return query
  with one as (
    select * from unnest(v_events, v_names, v_urls) as taken (event_id, name, url) where taken.name is not null
  ), made as (
    insert into webhook_deliveries as d
      (shop_id, event_id, endpoint_id, url, next_attempt_at, status, last_error, finished_at)
    select p_shop, wanted.event_id, wanted.endpoint_id, wanted.url, v_now,
      case when wanted.is_open then 'pending' else 'dead' end,
      case when wanted.is_open then null else 'endpoint_disabled' end,
      case when wanted.is_open then null else v_now end
    from (
      select one.event_id, w.endpoint_id, null as url, w.disabled_at is null as is_open
      from one cross join webhook_endpoints w
      where w.shop_id = p_shop and (w.disabled_at is null or w.disabled_reason = 'gone')
        and (one.url is null or not w.is_default) and (w.types is null or one.name = any(w.types))
      union all
      select one.event_id, server_of_url(one.url), one.url, true from one where one.url is not null
    ) as wanted
    on conflict do nothing
    returning d.endpoint_id, d.status
  )
  select cardinality(coalesce(v_events, '{}')), array(
    select distinct made.endpoint_id from made where made.status = 'pending');
end $$
`;
