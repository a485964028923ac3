/**
 * An operator decides about money in suspense. The open and the credited amount are what the operator's figures were worked out
 * from: 'changed' when they are not so any more. 'repeated': the transaction is there already; 'under_way': the
 * operation has not ended, so it is not known yet what is due to its shop. What the shop gets or is charged is an
 * adjustment of the operation, and told.
 */
export const settleSuspenseItem = /* sql */ `
create or replace function settle_suspense_item(p_shop uuid, p_step jsonb) returns text language plpgsql as $$
declare
  moment constant timestamptz := now();
  item attempts;
  concerned operations;
  step record;
begin
  select * into step from jsonb_to_record(p_step) as given (
    attempt_id uuid, kind text, amount numeric, open numeric, credited numeric, transaction_id uuid, accounts text[],
    currencies text[], amounts numeric[], entry_id uuid, actor text, reason text, reference text, event_id uuid);
  select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = step.attempt_id;
  select * into concerned from operations
  where shop_id = p_shop and operation_id = item.operation_id for update;
  select * into item from attempts where shop_id = p_shop and attempt_id = step.attempt_id for update;
  if exists (select from ledger_transactions where shop_id = p_shop and transaction_id = step.transaction_id) then
    return 'repeated';
  end if;
  if item.suspense_amount - item.suspense_settled is distinct from step.open
    or sign(step.amount) <> sign(step.open) or abs(step.amount) > abs(step.open)
  then return 'changed'; end if;
  if step.kind = 'suspense_credited' then
    if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then
      return 'under_way';
    end if;
    if credited_of_suspense(p_shop, item.operation_id, concerned.type) <> step.credited then return 'changed'; end if;
  end if;
  update attempts set suspense_settled = suspense_settled + step.amount, updated_at = moment,
    suspense_returned = suspense_returned + case when step.kind = 'suspense_returned' then step.amount else 0 end
  where shop_id = p_shop and attempt_id = step.attempt_id;
  perform ledger_post(p_shop, step.transaction_id, step.kind, item.operation_id, step.accounts, step.currencies, step.amounts);
  -- A refused create is no operation to its merchant.
  if step.kind = 'suspense_credited' and concerned.status in ('completed', 'cancelled') then
    update operations set event_sequence = event_sequence + 1, updated_at = moment
    where shop_id = p_shop and operation_id = item.operation_id
    returning * into concerned;
    perform outbox_record(step.event_id, concerned, 'operation.adjusted');
  end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (step.entry_id, p_shop, step.actor, replace(step.kind, 'suspense_', 'suspense.'), item.operation_id::text,
    jsonb_build_object('attempt_id', step.attempt_id, 'open', step.open::text, 'currency', concerned.currency),
    jsonb_strip_nulls(jsonb_build_object('attempt_id', step.attempt_id, 'open', (step.open - step.amount)::text,
      'amount', step.amount::text, 'currency', concerned.currency, 'transaction_id', step.transaction_id,
      'reason', step.reason, 'reference', step.reference)));
  return 'done';
end $$
`;
