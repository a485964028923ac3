/**
 * Brings orders of one shop that were found to be due to the state that they come to, and answers them; passes over what
 * another process holds and what is not due any more. Each stays due, a little later, until it is reported. The commit
 * does not wait for our disk, as in place_sandbox_orders.
 */
export const claimSandboxOrders = /* sql */ `
create or replace function claim_sandbox_orders(p_shop uuid, p_due jsonb) returns table (
  shop_id uuid, attempt_id uuid, type text, state text, paid_amount text, due_since timestamptz, is_silent boolean,
  receipt_verdict text, receipt_file_id uuid, evidence_after_ms integer
) language plpgsql as $$
#variable_conflict use_column
declare
  due record;
  placed sandbox_orders;
begin
  perform set_config('synchronous_commit', 'off', true);
  for due in
    select * from jsonb_to_recordset(p_due) as due (id uuid, found_at timestamptz, next_at timestamptz)
  loop
    select o.* into placed from sandbox_orders o
    where o.shop_id = p_shop and o.attempt_id = due.id for update skip locked;
    continue when not found or placed.pays_at is null or placed.pays_at > due.found_at;
    return query
      update sandbox_orders o
        set state = o.due_state, due_since = coalesce(o.due_since, due.found_at), pays_at = due.next_at
      where o.shop_id = p_shop and o.attempt_id = due.id
      returning o.shop_id, o.attempt_id, o.type, o.state, o.paid_amount::text, o.due_since::timestamptz, o.is_silent,
        o.receipt_verdict, o.receipt_file_id, o.evidence_after_ms;
  end loop;
end $$
`;
