/**
 * Every leg is decided and some of the money arrived: what was paid is captured, the rest released; the evidence of
 * legs without receipts is still to be had. False when the payout ended meanwhile, or its legs are not as the caller
 * saw them.
 */
export const settlePayout = /* sql */ `
create or replace function settle_payout(
  p_shop uuid, p_operation uuid, p_attempts uuid[], p_booked numeric[], p_recorded numeric, p_settlement numeric,
  p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
  p_event uuid, p_receipts uuid[], p_receipt_attempts uuid[], p_receipt_amounts numeric[],
  p_receipt_times timestamptz[], p_receipt_documents text[], p_receipt_synthetic boolean[]
) returns boolean language plpgsql as $$
declare
  settled operations;
begin
  perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
  if not found or not are_legs_definite(p_shop, p_operation) then return false; end if;
  if exists (
    select from (select * from attempts where shop_id = p_shop and operation_id = p_operation) as own
      full join unnest(p_attempts, p_booked) as seen (attempt_id, booked) using (attempt_id)
    where coalesce(booked, 0)
      <> case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end
  ) then return false; end if;
  update attempts set
    booked_amount = case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end,
    is_fact_pending = (state = 'accepted' and paid_amount - returned_amount > amount
      or state <> 'accepted' and paid_amount - returned_amount <> suspense_amount),
    evidence_due_at = case when attempt_id = any(p_attempts) and attempt_id <> all(p_receipt_attempts) then now() end,
    updated_at = now()
  where shop_id = p_shop and operation_id = p_operation;
  update operations set
    status = 'completed', actual_amount = (select sum(booked) from unnest(p_booked) as booked),
    recorded_amount = p_recorded, settlement_amount = p_settlement, commission_amount = p_commission,
    is_evidence_pending = not p_attempts <@ p_receipt_attempts,
    event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
  where shop_id = p_shop and operation_id = p_operation
  returning * into settled;
  perform ledger_post(p_shop, p_transaction, 'payout_settled', p_operation, p_accounts, p_currencies, p_amounts);
  insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id)
  select p_shop, p_operation, receipt, attempt, amount, coalesce(completed_at, now()), synthetic, document
  from unnest(p_receipts, p_receipt_attempts, p_receipt_amounts, p_receipt_times, p_receipt_documents,
      p_receipt_synthetic)
    as items (receipt, attempt, amount, completed_at, document, synthetic);
  perform outbox_record(p_event, settled, 'operation.completed');
  return true;
end $$
`;
