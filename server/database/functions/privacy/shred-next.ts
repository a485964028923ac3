/**
 * The next stretch of the walk, from where it stopped last or from p_from, if that is further. An operation that has a
 * receipt is about a person too. Answers how far it came, or null in place of that at the end of what may be shredded;
 * nothing while another instance is walking.
 */
export const shredNext = /* sql */ `
create or replace function shred_next(p_shop uuid, p_from uuid, p_retention interval, p_size integer)
returns table (numbers integer, reached uuid) language plpgsql as $$
declare
  bound constant uuid := id_bound(now() - p_retention);
  -- An operation's id is made a moment before its row, by a clock that may be slow: below an hour ago all have come.
  settled constant uuid := id_bound(now() - interval '1 hour');
  start_from uuid;
  seen uuid[];
  due uuid[];
  waiting uuid[];
begin
  select greatest(shredding_from, p_from) into start_from from shops
  where shop_id = p_shop for no key update skip locked;
  if not found then return; end if;
  select coalesce(array_agg(id order by id), '{}'),
    coalesce(array_agg(id) filter (where is_over and is_personal), '{}'),
    coalesce(array_agg(id) filter (where not is_over), '{}')
  into seen, due, waiting
  from (
    select operation_id as id, coalesce(operation_ended_at(o.status, o.finished_at, o.updated_at) <= now() - p_retention, false) as is_over,
      number_encrypted is not null or holder_name is not null or client_ip is not null
        or num_nonnulls(annotations_encrypted, client_encrypted, details_encrypted) > 0
        or exists (select from receipt_files f
          where f.shop_id = p_shop and f.operation_id = o.operation_id and f.state = 'recorded') as is_personal
    from operations o
    where shop_id = p_shop and operation_id > start_from and operation_id < bound
    order by operation_id limit p_size
  ) as stretch;
  insert into shredding_leftovers (shop_id, operation_id) select p_shop, unnest(waiting) on conflict do nothing;
  if cardinality(seen) = p_size then reached := seen[p_size]; end if;
  update shops set shredding_from = least(coalesce(reached, bound), settled)
  where shop_id = p_shop and shredding_from < least(coalesce(reached, bound), settled);
  numbers := shred_operations(p_shop, due);
  return next;
end $$
`;
