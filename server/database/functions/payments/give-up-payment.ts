/** Its process died and no provider is known to have accepted. Without a rejection code: no merchant was told so. */
export const giveUpPayment = /* sql */ `
create or replace function give_up_payment(p_shop uuid, p_operation uuid) returns void language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
  if not found then return; end if;
  update attempts set state = 'unknown', check_at = moment, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and state = 'sending';
  update operations set leased_until = null, updated_at = moment,
    status = case when exists (
      select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
        and state = 'unknown') then 'rejecting' else 'rejected' end
  where shop_id = p_shop and operation_id = p_operation;
end $$
`;
