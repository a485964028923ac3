/**
 * The money is final: status, figures, postings, evidence and event in one step, or nothing when it is over. No
 * receipts: the provider will have them later.
 */
export const settlePayment = /* sql */ `
create or replace function settle_payment(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_actual numeric, p_recorded numeric, p_settlement numeric,
  p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
  p_event uuid, p_receipts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamptz[],
  p_receipt_documents text[], p_synthetic boolean
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
  settled operations;
begin
  update operations set
    status = 'completed', actual_amount = p_actual, recorded_amount = p_recorded, manual_check_reason = null,
    settlement_amount = p_settlement, commission_amount = p_commission,
    is_evidence_pending = (cardinality(p_receipts) = 0),
    event_sequence = event_sequence + 1, finished_at = moment, updated_at = moment
  where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
    and status in ('pending', 'awaiting_confirmation', 'manual_check')
  returning * into settled;
  if not found then return false; end if;
  update attempts set reported_state = 'paid', booked_amount = p_actual,
    paid_amount = greatest(paid_amount, p_actual), is_fact_pending = (paid_amount > p_actual),
    evidence_due_at = case when cardinality(p_receipts) = 0 then moment end, updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt;
  perform ledger_post(p_shop, p_transaction, 'payment_settled', p_operation, p_accounts, p_currencies, p_amounts);
  insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
    file_id)
  select p_shop, p_operation, receipt, p_attempt, amount, coalesce(completed_at, moment), p_synthetic, document,
    case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then settled.receipt_file_id end
  from unnest(p_receipts, p_receipt_amounts, p_receipt_times, p_receipt_documents)
    as items (receipt, amount, completed_at, document);
  perform outbox_record(p_event, settled, 'operation.completed');
  return true;
end $$
`;
