/**
 * What a provider, or an operator in its place, says about a leg: totals, which only grow. Answers what is to be done
 * now: 'nothing', 'settle' (it was the last open leg), 'suspense' (money that the payout cannot count), or
 * 'unknown_attempt'. A payout that goes on shows what its legs have paid so far.
 */
export const noteLegFact = /* sql */ `
create or replace function note_leg_fact(
  p_shop uuid, p_attempt uuid, p_state text, p_paid numeric, p_returned numeric, p_evidence jsonb
) returns text language plpgsql as $$
declare
  noted attempts;
  payout operations;
  is_extra boolean;
begin
  select operation_id into payout.operation_id from attempts
  where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
  if not found then return 'unknown_attempt'; end if;
  select * into payout from operations
  where shop_id = p_shop and operation_id = payout.operation_id for update;
  update attempts set
    state = case when state in ('queued', 'sending', 'unknown') then 'accepted' else state end,
    evidence = case when p_paid > paid_amount then p_evidence else coalesce(evidence, p_evidence) end,
    paid_amount = greatest(paid_amount, p_paid),
    returned_amount = greatest(returned_amount, least(p_returned, greatest(paid_amount, p_paid))),
    reported_state = case
      when p_state = 'open' and reported_state is null then null
      when greatest(paid_amount, p_paid) > 0 then 'paid' else 'failed' end,
    check_at = case
      when p_state <> 'open' or reported_state is not null or state in ('declined', 'voided') then null
      else coalesce(check_at, now()) end,
    updated_at = now()
  where shop_id = p_shop and attempt_id = p_attempt
  returning * into noted;
  is_extra := noted.paid_amount - noted.returned_amount <> noted.booked_amount + noted.suspense_amount
    and (payout.status <> 'pending' or noted.state <> 'accepted');
  if is_extra or payout.status = 'pending' and noted.check_at is null
    and are_legs_definite(p_shop, payout.operation_id)
  then
    update attempts set is_fact_pending = true where shop_id = p_shop and attempt_id = p_attempt;
    return case when is_extra then 'suspense' else 'settle' end;
  end if;
  update attempts set is_fact_pending = false where shop_id = p_shop and attempt_id = p_attempt and is_fact_pending;
  if payout.status = 'pending' then
    update operations o set actual_amount = legs.paid, updated_at = now()
    from (
      select coalesce(sum(least(paid_amount - returned_amount, amount)), 0) as paid from attempts
      where shop_id = p_shop and operation_id = payout.operation_id and state = 'accepted'
    ) as legs
    where o.shop_id = p_shop and o.operation_id = payout.operation_id and o.actual_amount <> legs.paid;
  end if;
  return 'nothing';
end $$
`;
