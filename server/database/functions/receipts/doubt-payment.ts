/** The payment cannot be completed by review alone: an operator decides. The caller holds it. */
export const doubtPayment = /* sql */ `
create or replace function doubt_payment(p_shop uuid, p_operation uuid, p_reason text, p_event uuid) returns void
language plpgsql as $$
declare
  moment constant timestamptz := now();
  doubted operations;
begin
  update operations set status = 'manual_check', manual_check_reason = p_reason,
    event_sequence = event_sequence + 1, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation
  returning * into doubted;
  perform outbox_record(p_event, doubted, 'operation.manual_check');
end $$
`;
