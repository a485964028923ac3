/**
 * Money that its operation cannot count goes to the shop's suspense account, the difference only. A payout's can also
 * have come back.
 */
export const postSurplus = /* sql */ `
create or replace function post_surplus(
  p_shop uuid, p_attempt uuid, p_total numeric, p_transaction uuid, p_entry uuid
) returns numeric language plpgsql as $$
declare
  moment constant timestamptz := now();
  paying attempts;
  in_currency text;
  surplus numeric;
  held numeric;
begin
  select * into paying from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
  if not found then return 0; end if;
  surplus := greatest(p_total, paying.paid_amount) - paying.returned_amount - paying.booked_amount
    - paying.suspense_amount;
  if surplus = 0 then
    update attempts set is_fact_pending = false
    where shop_id = p_shop and attempt_id = p_attempt;
    return 0;
  end if;
  update attempts set is_fact_pending = false, paid_amount = greatest(paid_amount, p_total), reported_state = 'paid',
    suspense_amount = suspense_amount + surplus, updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt;
  select currency into in_currency from operations
  where shop_id = p_shop and operation_id = paying.operation_id;
  -- What a provider paid out for us is owed to it, and owed to us.
  held := case when paying.type = 'payment' then surplus else -surplus end;
  perform ledger_post(p_shop, p_transaction, 'surplus', paying.operation_id,
    array['clearing:' || paying.provider_id, 'suspense'], array[in_currency, in_currency], array[-held, held]);
  insert into audit_log (entry_id, shop_id, actor, action, subject, after)
  values (p_entry, p_shop, 'system', 'suspense.posted', paying.operation_id::text,
    jsonb_build_object('attempt_id', p_attempt, 'amount', surplus::text, 'currency', in_currency));
  return surplus;
end $$
`;
