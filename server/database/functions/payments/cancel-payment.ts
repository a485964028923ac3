/**
 * The first to write wins, on any instance: the row of the payment, or of its create, or a tombstone in its place.
 * Answers the outcome ('cancelled', 'already_terminal') and the payment in short, or why there is none. p_reason is
 * sealed; null: none was given.
 */
export const cancelPayment = /* sql */ `
create or replace function cancel_payment(
  p_shop uuid, p_api text, p_operation uuid, p_identifier text, p_tombstone uuid, p_reason bytea, p_event uuid,
  p_entry uuid
) returns table (
  outcome text, operation_id uuid, status text, merchant_operation_id text, created_at timestamptz,
  terminal_at timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
  payment operations;
  decision text;
begin
  loop
    if p_identifier is null then
      select * into payment from operations o
      where o.shop_id = p_shop and o.operation_id = p_operation and o.api = p_api
        and o.status not in ('creating', 'rejecting', 'rejected')
      for update;
    else
      select * into payment from operations o
      where o.shop_id = p_shop and o.api = p_api and o.merchant_operation_id = p_identifier and o.is_identifier_held
      for update;
    end if;
    exit when found or p_identifier is null;
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status)
    values (p_shop, p_tombstone, p_api, p_identifier, 'payment', 'tombstone')
    on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing;
    -- The next turn reads what this one has written, or what came in between.
  end loop;
  if payment.shop_id is null then
    decision := 'operation_not_found';
  elsif payment.type = 'payout' then
    decision := 'not_cancellable';
  elsif payment.status = 'manual_check'
    or payment.status = 'awaiting_confirmation' and payment.receipt_file_id is not null
  then
    decision := 'receipt_under_review';
  elsif payment.status = 'completed' or payment.status = 'cancelled' and payment.cancel_reason <> 'merchant' then
    decision := 'already_terminal';
  else
    decision := 'cancelled';
    if payment.status = 'rejecting' then
      -- Its merchant was told that no payment exists, so this is a cancellation before any create.
      update operations o set status = 'tombstone', rejection_code = null, updated_at = moment
      where o.shop_id = p_shop and o.operation_id = payment.operation_id;
    elsif payment.status in ('creating', 'pending', 'awaiting_confirmation') then
      perform end_by_merchant(payment, p_event);
    end if;
    if payment.status <> 'cancelled' and (payment.status <> 'tombstone' or payment.operation_id = p_tombstone) then
      if p_reason is not null then
        insert into cancel_reasons (shop_id, entry_id, reason_encrypted) values (p_shop, p_entry, p_reason);
      end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, 'merchant', 'payment.cancelled', payment.operation_id::text,
        jsonb_build_object('status', payment.status),
        case when p_reason is null then '{"reason": "cancel"}' else jsonb_build_object('reason_id', p_entry) end);
    end if;
    select * into payment from operations o where o.shop_id = p_shop and o.operation_id = payment.operation_id;
  end if;
  -- A tombstone is shown as the cancelled payment that its create will find.
  return query select decision, payment.operation_id,
    case when payment.status = 'tombstone' then 'cancelled' else payment.status end,
    payment.merchant_operation_id, payment.created_at::timestamptz,
    coalesce(payment.finished_at, payment.updated_at)::timestamptz;
end $$
`;
