/**
 * What a provider owes, or is owed, of attempts: what their operations booked, and what went to suspense and did not go back the
 * way it came. It is what they moved on the clearing account.
 */
export const worthOfAttempts = /* sql */ `
create or replace function worth_of_attempts(p_shop uuid, p_attempts uuid[])
returns table (attempt_id uuid, operation_id uuid, direction text, currency text, finished_at timestamptz, worth numeric)
language plpgsql as $$
begin
  return query
    select a.attempt_id, a.operation_id, a.type, o.currency, o.finished_at::timestamptz,
      case when o.status = 'completed' then a.booked_amount else 0 end + a.suspense_amount - a.suspense_returned
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
    where a.shop_id = p_shop and a.attempt_id = any(p_attempts);
end $$
`;
