/**
 * No provider is left: refused, and the identifier is free once no attempt can become an order any more. False when
 * the create was decided meanwhile.
 */
export const rejectPayment = /* sql */ `
create or replace function reject_payment(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_state text, p_reason text, p_code text
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  perform from operations where shop_id = p_shop and operation_id = p_operation for update;
  perform end_attempt(p_shop, p_attempt, p_state, p_reason);
  update operations set rejection_code = p_code, leased_until = null, updated_at = moment,
    status = case when exists (
      select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
        and state in ('sending', 'unknown')) then 'rejecting' else 'rejected' end
  where shop_id = p_shop and operation_id = p_operation and status = 'creating';
  return found;
end $$
`;
