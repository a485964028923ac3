/**
 * An operator takes the receipt for good, with the amount that the settlement says. Answers 'approved', 'decided' when
 * it does not wait for a decision any more, 'less_than_noted' when its provider reported more.
 */
export const approveReceipt = /* sql */ `
create or replace function approve_receipt(
  p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_settlement jsonb
) returns text language plpgsql as $$
declare
  payment operations := hold_reviewed(p_shop, p_file);
  actual numeric := (p_settlement ->> 'actual')::numeric;
begin
  if payment.status is distinct from 'manual_check' then return 'decided'; end if;
  if exists (select from attempts where shop_id = p_shop and attempt_id = payment.attempt_id and paid_amount > actual)
  then
    return 'less_than_noted';
  end if;
  perform settle_shop_payments(p_shop, jsonb_build_array(p_settlement));
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, p_actor, 'receipt.approved', payment.operation_id::text,
    jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
    jsonb_build_object('status', 'completed', 'file_id', p_file, 'actual_amount', actual::text, 'note', p_note));
  return 'approved';
end $$
`;
