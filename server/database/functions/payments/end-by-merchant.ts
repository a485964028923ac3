/**
 * The payment is over, by its merchant's wish; the caller holds it. What ends cancelled counts no money: what was
 * noted of it goes to suspense.
 */
export const endByMerchant = /* sql */ `
create or replace function end_by_merchant(p_payment operations, p_event uuid) returns void language plpgsql as $$
declare
  moment constant timestamptz := now();
  ended operations;
begin
  update operations set
    status = 'cancelled', cancel_reason = 'merchant', actual_amount = 0, settlement_amount = 0,
    commission_amount = 0, leased_until = null, event_sequence = event_sequence + 1,
    finished_at = moment, updated_at = moment
  where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id
  returning * into ended;
  -- What was sent and not answered may become an order: its details are never issued, and it is voided. So is the
  -- order that stands, and money that was noted for it goes to suspense.
  update attempts set
    state = case when state = 'sending' then 'unknown' else state end, check_at = moment,
    is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = moment
  where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id and state in ('sending', 'accepted');
  perform outbox_record(p_event, ended, 'operation.cancelled');
end $$
`;
