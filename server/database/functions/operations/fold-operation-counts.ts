/**
 * Counts the next operations of a shop and an API that were created before p_until, at the most p_size of each kind that a
 * merchant can see, and remembers those that are undecided. What was remembered before and is decided by now is counted where it
 * belongs. Answers whether there may be more to count at once; nothing is done while another process is at it.
 */
export const foldOperationCounts = /* sql */ `
create or replace function fold_operation_counts(
  p_shop uuid, p_api text, p_until timestamptz, p_size integer, p_visible text[], p_undecided text[]
) returns boolean language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  -- As stretches are stored, or what was created within the last of these moments would be counted twice.
  settled constant timestamptz := date_trunc('milliseconds', p_until);
  last operation_counts;
  present timestamptz;
  bound timestamptz;
  met integer;
  counted integer;
  decided record;
begin
  insert into operation_counts (shop_id, api, begins_at, ends_at, visible)
  select p_shop, p_api, to_timestamp(0), to_timestamp(0), 0
  where not exists (select from operation_counts where shop_id = p_shop and api = p_api)
  on conflict do nothing;
  select * into last from operation_counts where shop_id = p_shop and api = p_api order by begins_at desc limit 1;
  -- The process that holds the newest stretch is the only one to count. It may have been closed before it was had.
  select ends_at into last.ends_at from operation_counts
  where shop_id = p_shop and api = p_api and begins_at = last.begins_at for update skip locked;
  if not found then return false; end if;
  select max(begins_at) into present from operation_counts where shop_id = p_shop and api = p_api;
  if present <> last.begins_at then return true; end if;
  select visible into last.visible from operation_counts
  where shop_id = p_shop and api = p_api and begins_at = last.begins_at;

  select count(*), max(near.created_at) into met, bound from (
    select listed.created_at
    from unnest(p_visible || p_undecided) as asked_status cross join unnest(array['payment', 'payout']) as asked_type
      cross join lateral (
        select o.created_at from operations o
        where o.shop_id = p_shop and o.api = p_api and o.type = asked_type and o.status = asked_status
          and o.created_at >= last.ends_at and o.created_at < settled
        order by o.created_at limit p_size
      ) listed
    order by listed.created_at limit p_size
  ) near;
  -- What was created in the last of these moments is counted as a whole by the next turn, or, where all are of one, by this.
  if met < p_size then bound := greatest(settled, last.ends_at);
  elsif bound <= last.ends_at then bound := last.ends_at + interval '1 millisecond';
  end if;

  if bound > last.ends_at then
    -- One statement: what becomes visible meanwhile is either counted or remembered.
    with stretch as materialized (
      select listed.operation_id, listed.created_at, asked_status
      from unnest(p_visible || p_undecided) as asked_status cross join unnest(array['payment', 'payout']) as asked_type
        cross join lateral (
          select o.operation_id, o.created_at from operations o
          where o.shop_id = p_shop and o.api = p_api and o.type = asked_type and o.status = asked_status
            and o.created_at >= last.ends_at and o.created_at < bound
        ) listed
    ), remembered as (
      insert into operation_count_leftovers (shop_id, api, operation_id, created_at)
      select p_shop, p_api, operation_id, created_at from stretch where asked_status = any(p_undecided)
      on conflict do nothing
    )
    select count(*) into counted from stretch where asked_status = any(p_visible);
    if last.visible < p_size then
      update operation_counts set ends_at = bound, visible = visible + counted
      where shop_id = p_shop and api = p_api and begins_at = last.begins_at;
    else
      insert into operation_counts (shop_id, api, begins_at, ends_at, visible)
      values (p_shop, p_api, last.ends_at, bound, counted);
    end if;
  end if;

  for decided in
    select l.operation_id, l.created_at, o.status
    from operation_count_leftovers l join operations o on o.shop_id = p_shop and o.operation_id = l.operation_id
    where l.shop_id = p_shop and l.api = p_api and o.status <> all(p_undecided)
  loop
    if decided.status = any(p_visible) then
      update operation_counts set visible = visible + 1
      where shop_id = p_shop and api = p_api and begins_at <= decided.created_at and ends_at > decided.created_at;
    end if;
    delete from operation_count_leftovers
    where shop_id = p_shop and api = p_api and operation_id = decided.operation_id;
  end loop;
  return met >= p_size;
end $$
`;
