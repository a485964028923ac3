/**
 * Orders of one shop with the sandbox; answers those that are new, by place. An order is placed once: what comes again
 * with the same attempt gets the first one's state. The commit stands for that of a provider's own database, so it does
 * not wait for our disk.
 */
export const placeSandboxOrders = /* sql */ `
create or replace function place_sandbox_orders(p_shop uuid, p_orders jsonb) returns table (
  place integer, state text, paid_amount text, rail text, due_since timestamptz, is_silent boolean, receipt_verdict text,
  evidence_after_ms integer, type text, amount text
) language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with asked as (
      select * from jsonb_to_recordset(p_orders) as wanted (place integer, attempt_id uuid, provider_id text,
        amount numeric, type text, state text, paid_amount numeric, rail text, pays_after_ms integer, due_state text,
        is_silent boolean, receipt_verdict text, evidence_after_ms integer)
    ), placed as (
      insert into sandbox_orders
        (shop_id, attempt_id, provider_id, amount, type, state, paid_amount, rail, pays_at, due_state, is_silent,
          receipt_verdict, evidence_after_ms, due_since)
      select p_shop, attempt_id, provider_id, amount, type, state, paid_amount, rail,
        moment + pays_after_ms * interval '1 millisecond', due_state, is_silent, receipt_verdict,
        evidence_after_ms, case when state = 'paid' then moment end
      from asked order by attempt_id
      on conflict (shop_id, attempt_id) do nothing
      returning attempt_id, state, paid_amount::text as paid_amount, rail, due_since::timestamptz as due_since, is_silent,
        receipt_verdict, evidence_after_ms, type, amount::text as amount
    )
    select asked.place, placed.state, placed.paid_amount, placed.rail, placed.due_since, placed.is_silent,
      placed.receipt_verdict, placed.evidence_after_ms, placed.type, placed.amount
    from asked join placed using (attempt_id);
end $$
`;
