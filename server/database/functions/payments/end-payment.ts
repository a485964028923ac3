/** The payment is over and counts no money. It does not expire while a receipt is under review. */
export const endPayment = /* sql */ `
create or replace function end_payment(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  ended operations;
begin
  update operations set
    status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, actual_amount = 0,
    settlement_amount = 0,
    commission_amount = 0, event_sequence = event_sequence + 1, finished_at = moment, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
    and status in ('pending', 'awaiting_confirmation', 'manual_check')
    and not (p_reason = 'expired' and receipt_file_id is not null)
  returning * into ended;
  if not found then return false; end if;
  -- Money that was noted while the caller looked is not forgotten: it goes to suspense.
  update attempts set reported_state = 'failed', is_fact_pending = (paid_amount > 0), updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt;
  perform outbox_record(p_event, ended, 'operation.cancelled');
  return true;
end $$
`;
