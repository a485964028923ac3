/**
 * The last leg of a payout is decided (note_leg): what arrived is captured and the rest of the reserve released, with
 * receipts, figures and event, all as the caller worked it out. False when payout and legs are not as it saw them.
 */
export const finishPayout = /* sql */ `
create or replace function finish_payout(p_shop uuid, p_step jsonb, p_ending jsonb) returns boolean language plpgsql as $$
declare
  moment timestamptz := now();
  ending record;
  decided record;
  present jsonb;
  ended operations;
begin
  select * into ending from jsonb_to_record(p_ending) as given (
    operation_id uuid, seen jsonb, status text, cancel_reason text, actual_amount numeric, recorded_amount numeric,
    settlement_amount numeric, commission_amount numeric, is_evidence_pending boolean, legs jsonb, transaction_id uuid,
    transaction_kind text, accounts text[], currencies text[], amounts numeric[], receipts jsonb, event_id uuid,
    event_kind text);
  perform from operations where shop_id = p_shop and operation_id = ending.operation_id for update;
  select jsonb_agg(jsonb_build_array(attempt_id, state, paid_amount::text, returned_amount::text, suspense_amount::text)
    order by leg, position) into present
  from attempts where shop_id = p_shop and operation_id = ending.operation_id;
  if present is distinct from ending.seen or not note_leg(p_shop, p_step) then return false; end if;
  for decided in
    select * from jsonb_to_recordset(ending.legs) as part (
      attempt_id uuid, booked_amount numeric, is_fact_pending boolean, is_evidence_due boolean)
  loop
    update attempts set booked_amount = decided.booked_amount, is_fact_pending = decided.is_fact_pending,
      evidence_due_at = case when decided.is_evidence_due then moment end, updated_at = moment
    where shop_id = p_shop and attempt_id = decided.attempt_id;
  end loop;
  update operations set
    status = ending.status, cancel_reason = ending.cancel_reason, actual_amount = ending.actual_amount,
    recorded_amount = ending.recorded_amount, settlement_amount = ending.settlement_amount,
    commission_amount = ending.commission_amount, is_evidence_pending = ending.is_evidence_pending,
    event_sequence = event_sequence + 1, finished_at = moment, updated_at = moment
  where shop_id = p_shop and operation_id = ending.operation_id
  returning * into ended;
  perform ledger_post(p_shop, ending.transaction_id, ending.transaction_kind, ending.operation_id, ending.accounts,
    ending.currencies, ending.amounts);
  insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id)
  select p_shop, ending.operation_id, receipt_id, attempt_id, amount, coalesce(completed_at, moment), is_synthetic,
    document_id
  from jsonb_to_recordset(ending.receipts) as item (receipt_id uuid, attempt_id uuid, amount numeric,
    completed_at timestamptz, is_synthetic boolean, document_id text);
  perform outbox_record(ending.event_id, ended, ending.event_kind);
  return true;
end $$
`;
