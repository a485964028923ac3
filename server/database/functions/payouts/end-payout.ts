/** Every leg is decided and none of the money arrived: all of the reserve is released. */
export const endPayout = /* sql */ `
create or replace function end_payout(
  p_shop uuid, p_operation uuid, p_reason text, p_transaction uuid, p_event uuid
) returns boolean language plpgsql as $$
declare
  held operations;
  ended operations;
begin
  select * into held from operations
  where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
  if not found or not are_legs_definite(p_shop, p_operation) or exists (
    select from attempts where shop_id = p_shop and operation_id = p_operation and state = 'accepted'
      and paid_amount > returned_amount
  ) then return false; end if;
  update attempts set is_fact_pending = (paid_amount - returned_amount <> suspense_amount), updated_at = now()
  where shop_id = p_shop and operation_id = p_operation;
  update operations set
    status = 'cancelled', cancel_reason = p_reason, actual_amount = 0, settlement_amount = 0, commission_amount = 0,
    event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
  where shop_id = p_shop and operation_id = p_operation
  returning * into ended;
  perform ledger_post(p_shop, p_transaction, 'payout_released', p_operation, array['reserved', 'available'],
    array[held.settlement_currency, held.settlement_currency],
    array[-held.settlement_amount, held.settlement_amount]);
  perform outbox_record(p_event, ended, 'operation.cancelled');
  return true;
end $$
`;
