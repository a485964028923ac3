/**
 * Takes on legs of one shop that were found to be due, and answers them as they are in hand now; passes over what another
 * process holds and what is not due any more. The process that moves check_at on is the only one to work on
 * the leg until then. One that was being sent when its lease ran out has an unknown outcome: perhaps it was sent.
 */
export const claimLegs = /* sql */ `
create or replace function claim_legs(p_shop uuid, p_due jsonb)
returns table (
  shop_id uuid, operation_id uuid, attempt_id uuid, provider_id text, leg smallint, legs smallint, amount numeric,
  was text, checks integer, claim integer, api text, method text, currency text, expected_amount numeric,
  client_id text, client_ip text, number_encrypted bytea, holder_name text, bankname text,
  client_encrypted bytea, details_encrypted bytea
) language plpgsql as $$
#variable_conflict use_column
declare
  due_ids constant uuid[] := array(select (due ->> 'id')::uuid from jsonb_array_elements(p_due) as due);
begin
  return query
    with due as (
      select * from jsonb_to_recordset(p_due) as due (id uuid, found_at timestamptz, next_at timestamptz)
    ), held as (
      select attempt_id, state, check_at from attempts
      where shop_id = p_shop and attempt_id = any(due_ids) for update skip locked
    )
    update attempts a set
      state = case when held.state = 'queued' then 'sending' when held.state = 'sending' then 'unknown' else held.state end,
      checks = a.checks + case when held.state = 'queued' then 0 else 1 end, claim = a.claim + 1,
      check_at = due.next_at, updated_at = due.found_at
    from held join due on due.id = held.attempt_id, operations o
    where held.check_at <= due.found_at and a.shop_id = p_shop and a.attempt_id = held.attempt_id
      and o.shop_id = p_shop and o.operation_id = a.operation_id
    returning a.shop_id, a.operation_id, a.attempt_id, a.provider_id, a.leg,
      (select max(l.leg) from attempts l where l.shop_id = p_shop and l.operation_id = a.operation_id),
      a.amount, held.state, a.checks, a.claim, o.api, o.method, coalesce(a.currency, o.currency), o.expected_amount,
      o.client_id, o.client_ip, o.number_encrypted, o.holder_name, o.bankname, o.client_encrypted,
      o.details_encrypted;
end $$
`;
