/** What was set aside and has ended long enough ago since. */
export const shredLeftovers = /* sql */ `
create or replace function shred_leftovers(p_shop uuid, p_retention interval, p_size integer)
returns table (numbers integer, is_more boolean) language plpgsql as $$
declare
  due uuid[];
begin
  select coalesce(array_agg(id), '{}') into due from (
    select operation_id as id from shredding_leftovers l join operations o using (shop_id, operation_id)
    where l.shop_id = p_shop and operation_ended_at(o.status, o.finished_at, o.updated_at) <= now() - p_retention
    order by operation_id limit p_size for update of l skip locked
  ) as over;
  numbers := shred_operations(p_shop, due);
  is_more := cardinality(due) = p_size;
  delete from shredding_leftovers where shop_id = p_shop and operation_id = any(due);
  return next;
end $$
`;
