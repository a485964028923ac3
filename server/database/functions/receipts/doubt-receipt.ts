/** The provider cannot say that the receipt is good. False when it is not under review any more. */
export const doubtReceipt = /* sql */ `
create or replace function doubt_receipt(
  p_shop uuid, p_attempt uuid, p_file uuid, p_reason text, p_event uuid
) returns boolean language plpgsql as $$
declare
  payment operations := hold_reviewed(p_shop, p_file);
begin
  if payment.status is distinct from 'awaiting_confirmation' or payment.attempt_id is distinct from p_attempt then
    return false;
  end if;
  perform doubt_payment(p_shop, payment.operation_id, p_reason, p_event);
  return true;
end $$
`;
