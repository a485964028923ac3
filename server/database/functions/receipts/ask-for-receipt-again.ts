/** An operator wants another receipt: the payer has the whole lifetime of the payment again. */
export const askForReceiptAgain = /* sql */ `
create or replace function ask_for_receipt_again(
  p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations := hold_reviewed(p_shop, p_file);
  asked operations;
begin
  if payment.status is distinct from 'manual_check' then return false; end if;
  update operations o set status = 'awaiting_confirmation', manual_check_reason = null, receipt_file_id = null,
    is_expiring = false, event_sequence = event_sequence + 1, updated_at = moment,
    expires_at = moment + make_interval(secs => coalesce((
      select r.lifetime_seconds from routes r
      where r.shop_id = p_shop and r.direction = 'payment' and r.method = o.method and r.provider_id = (
        select a.provider_id from attempts a where a.shop_id = p_shop and a.attempt_id = o.attempt_id)
    ), 1800))
  where o.shop_id = p_shop and o.operation_id = payment.operation_id
  returning * into asked;
  perform outbox_record(p_event, asked, 'operation.awaiting_confirmation');
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, p_actor, 'receipt.asked_again', payment.operation_id::text,
    jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
    jsonb_build_object('status', asked.status, 'file_id', p_file, 'note', p_note));
  return true;
end $$
`;
