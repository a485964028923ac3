/**
 * The receipt proves no payment: the payment is over, and its order is voided. By the provider while it reviews, by an
 * operator (who is named) in manual_check. False when neither is so any more.
 */
export const rejectReceipt = /* sql */ `
create or replace function reject_receipt(
  p_shop uuid, p_attempt uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations := hold_reviewed(p_shop, p_file);
  ended operations;
begin
  if payment.status is distinct from (case when p_actor is null then 'awaiting_confirmation' else 'manual_check' end)
    or payment.attempt_id is distinct from coalesce(p_attempt, payment.attempt_id)
  then
    return false;
  end if;
  update operations set status = 'cancelled', cancel_reason = 'receipt_rejected', manual_check_reason = null,
    actual_amount = 0, settlement_amount = 0, commission_amount = 0, event_sequence = event_sequence + 1,
    finished_at = moment,
    updated_at = moment
  where shop_id = p_shop and operation_id = payment.operation_id
  returning * into ended;
  -- Money that was noted is not forgotten: it goes to suspense.
  update attempts set check_at = moment, is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = moment
  where shop_id = p_shop and attempt_id = payment.attempt_id and state = 'accepted';
  perform outbox_record(p_event, ended, 'operation.cancelled');
  if p_actor is not null then
    insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
    values (p_entry, p_shop, p_actor, 'receipt.rejected', payment.operation_id::text,
      jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
      jsonb_build_object('status', ended.status, 'file_id', p_file, 'note', p_note));
  end if;
  return true;
end $$
`;
