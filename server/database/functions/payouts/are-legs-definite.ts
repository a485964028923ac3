/** Whether every leg of a payout is decided; the caller holds the operation. */
export const areLegsDefinite = /* sql */ `
create or replace function are_legs_definite(p_shop uuid, p_operation uuid) returns boolean language sql as $$
  select coalesce(not bool_or(check_at is not null), true) from attempts
  where shop_id = p_shop and operation_id = p_operation
$$
`;
