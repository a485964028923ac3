/**
 * The operation as it is right after the event. Money is text, the destination number is not in it, and personal data
 * is filled in at sending. Adjustments come after the end alone, so no other event looks for them.
 */
export const outboxRecord = /* sql */ `
create or replace function outbox_record(p_event uuid, p_operation operations, p_type text) returns void
language plpgsql as $$
begin
  insert into events (shop_id, event_id, operation_id, api, sequence, type, webhook_url, data)
  values (
    p_operation.shop_id, p_event, p_operation.operation_id, p_operation.api, p_operation.event_sequence, p_type,
    p_operation.webhook_url,
    jsonb_strip_nulls(jsonb_build_object(
      'operation_id', p_operation.operation_id,
      'merchant_operation_id', p_operation.merchant_operation_id,
      'type', p_operation.type,
      'status', p_operation.status,
      'method', p_operation.method,
      'currency', p_operation.currency,
      'expected_amount', p_operation.expected_amount::text,
      'payable_amount', p_operation.payable_amount::text,
      'actual_amount', p_operation.actual_amount::text,
      'fx_source', p_operation.fx_source,
      'fx_rate', p_operation.fx_rate::text,
      'recorded_amount', p_operation.recorded_amount::text,
      'settlement_currency', p_operation.settlement_currency,
      'settlement_amount', p_operation.settlement_amount::text,
      'commission_amount', p_operation.commission_amount::text,
      'is_confirmation_required', p_operation.is_confirmation_required,
      'holder_name', p_operation.holder_name,
      'bankname', p_operation.bankname,
      'bankname_details', p_operation.bankname_details,
      'manual_check_reason', p_operation.manual_check_reason,
      'cancel_reason', p_operation.cancel_reason,
      'created_at', p_operation.created_at,
      'updated_at', p_operation.updated_at,
      'expires_at', payment_waits_until(p_operation.status, p_operation.receipt_file_id, p_operation.is_expiring,
        p_operation.expires_at),
      'finished_at', p_operation.finished_at,
      'adjustments', case when p_type = 'operation.adjusted' then (
        select told.adjustments from told_adjustments(p_operation.shop_id, p_operation.operation_id) told) end
    ))
  );
end $$
`;
