/**
 * An operator decides about money in suspense. p_open and p_credited are what the operator's figures were worked out
 * from: 'changed' when they are not so any more. 'repeated': the transaction is there already; 'under_way': the
 * operation has not ended, so it is not known yet what is due to its shop. What the shop gets or is charged is an
 * adjustment of the operation, and told.
 */
export const settleSuspense = /* sql */ `
create or replace function settle_suspense(
  p_shop uuid, p_attempt uuid, p_kind text, p_amount numeric, p_open numeric, p_credited numeric, p_transaction uuid,
  p_accounts text[], p_currencies text[], p_amounts numeric[], p_entry uuid, p_actor text, p_reason text,
  p_reference text, p_event uuid
) returns text language plpgsql as $$
declare
  moment constant timestamptz := now();
  item attempts;
  concerned operations;
begin
  select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = p_attempt;
  select * into concerned from operations
  where shop_id = p_shop and operation_id = item.operation_id for update;
  select * into item from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
  if exists (select from ledger_transactions where shop_id = p_shop and transaction_id = p_transaction) then
    return 'repeated';
  end if;
  if item.suspense_amount - item.suspense_settled is distinct from p_open
    or sign(p_amount) <> sign(p_open) or abs(p_amount) > abs(p_open)
  then return 'changed'; end if;
  if p_kind = 'suspense_credited' then
    if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then
      return 'under_way';
    end if;
    if suspense_credited(concerned) <> p_credited then return 'changed'; end if;
  end if;
  update attempts set suspense_settled = suspense_settled + p_amount, updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt;
  perform ledger_post(p_shop, p_transaction, p_kind, item.operation_id, p_accounts, p_currencies, p_amounts);
  -- A refused create is no operation to its merchant.
  if p_kind = 'suspense_credited' and concerned.status in ('completed', 'cancelled') then
    update operations set event_sequence = event_sequence + 1, updated_at = moment
    where shop_id = p_shop and operation_id = item.operation_id
    returning * into concerned;
    perform outbox_record(p_event, concerned, 'operation.adjusted');
  end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, p_actor, replace(p_kind, 'suspense_', 'suspense.'), item.operation_id::text,
    jsonb_build_object('attempt_id', p_attempt, 'open', p_open::text, 'currency', concerned.currency),
    jsonb_strip_nulls(jsonb_build_object('attempt_id', p_attempt, 'open', (p_open - p_amount)::text,
      'amount', p_amount::text, 'currency', concerned.currency, 'transaction_id', p_transaction,
      'reason', p_reason, 'reference', p_reference)));
  return 'done';
end $$
`;
