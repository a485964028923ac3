/**
 * The adjustments of an operation as its merchant is told of them, in the order in which they were made; null where there
 * are none. One row, so that it is planned with the statement that reads it.
 */
export const toldAdjustments = /* sql */ `
create or replace function told_adjustments(p_shop uuid, p_operation uuid) returns table (
  adjustments jsonb
) language sql stable as $$
  select jsonb_agg(made.adjustment order by made.created_at, made.adjustment_id)
  from adjustments_of(p_shop, p_operation) made
$$
`;
