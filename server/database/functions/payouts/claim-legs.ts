/**
 * Takes on legs of one shop that were found to be due, and answers them as they are in hand now; passes over what another
 * process holds and what is not due any more. The process that moves check_at on is the only one to work on
 * the leg until then. One that was being sent when its lease ran out has an unknown outcome: perhaps it was sent. One by one
 * by key: such statements are planned once, where one over a list is planned anew in each call, which costs more than all
 * else that is done here.
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
  due record;
  taken attempts;
  before text;
begin
  for due in
    select * from jsonb_to_recordset(p_due) as due (id uuid, found_at timestamptz, next_at timestamptz)
  loop
    select a.* into taken from attempts a
    where a.shop_id = p_shop and a.attempt_id = due.id for update skip locked;
    continue when not found or taken.check_at is null or taken.check_at > due.found_at;
    before := taken.state;
    update attempts set
      state = case when before = 'queued' then 'sending' when before = 'sending' then 'unknown' else before end,
      checks = checks + case when before = 'queued' then 0 else 1 end, claim = claim + 1,
      check_at = due.next_at, updated_at = due.found_at
    where shop_id = p_shop and attempt_id = due.id
    returning * into taken;
    return query
      select p_shop, taken.operation_id, taken.attempt_id, taken.provider_id, taken.leg,
        (select max(l.leg) from attempts l where l.shop_id = p_shop and l.operation_id = taken.operation_id),
        taken.amount, before, taken.checks, taken.claim, o.api, o.method, coalesce(taken.currency, o.currency),
        o.expected_amount, o.client_id, o.client_ip, o.number_encrypted, o.holder_name, o.bankname, o.client_encrypted,
        o.details_encrypted
      from operations o where o.shop_id = p_shop and o.operation_id = taken.operation_id;
  end loop;
end $$
`;
