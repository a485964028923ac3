/**
 * Money of one shop's payments is final: status, figures, postings, evidence and event of each in one commit, or nothing
 * of one that is over; answers the places of those that held. No receipts: the provider will have them later. All operations
 * are locked first and all balances after that, each in one order, and shops follow each other by their ids: two batches
 * that share some wait for each other in a line, never in a circle.
 */
export const settleShopPayments = /* sql */ `
create or replace function settle_shop_payments(p_shop uuid, p_settlements jsonb)
returns table (place integer) language plpgsql as $$
declare
  moment constant timestamptz := now();
  asked record;
  settled operations;
begin
  for asked in
    select * from jsonb_to_recordset(p_settlements) as held (operation_id uuid) order by held.operation_id
  loop
    perform from operations where shop_id = p_shop and operation_id = asked.operation_id for update;
  end loop;
  for asked in
    select * from jsonb_to_recordset(p_settlements) as settlement (place integer, operation_id uuid,
      attempt_id uuid, actual numeric, recorded numeric, settled numeric, commission numeric, settlement_currency text,
      transaction_id uuid, accounts text[], currencies text[], amounts numeric[], event_id uuid, receipts uuid[],
      receipt_amounts numeric[], receipt_times timestamptz[], receipt_documents text[], is_synthetic boolean)
    order by settlement.settlement_currency, settlement.operation_id, settlement.place
  loop
    update operations set
      status = 'completed', actual_amount = asked.actual, recorded_amount = asked.recorded, manual_check_reason = null,
      settlement_amount = asked.settled, commission_amount = asked.commission,
      is_evidence_pending = (cardinality(asked.receipts) = 0),
      event_sequence = event_sequence + 1, finished_at = moment, updated_at = moment
    where shop_id = p_shop and operation_id = asked.operation_id and attempt_id = asked.attempt_id
      and status in ('pending', 'awaiting_confirmation', 'manual_check')
    returning * into settled;
    continue when not found;
    update attempts set reported_state = 'paid', booked_amount = asked.actual,
      paid_amount = greatest(paid_amount, asked.actual), is_fact_pending = (paid_amount > asked.actual),
      evidence_due_at = case when cardinality(asked.receipts) = 0 then moment end, updated_at = moment
    where shop_id = p_shop and attempt_id = asked.attempt_id;
    perform ledger_post(p_shop, asked.transaction_id, 'payment_settled', asked.operation_id, asked.accounts,
      asked.currencies, asked.amounts);
    insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
      file_id)
    select p_shop, asked.operation_id, receipt, asked.attempt_id, amount, coalesce(completed_at, moment),
      asked.is_synthetic, document,
      case when not asked.is_synthetic and document is null and cardinality(asked.receipts) = 1
        then settled.receipt_file_id end
    from unnest(asked.receipts, asked.receipt_amounts, asked.receipt_times, asked.receipt_documents)
      as items (receipt, amount, completed_at, document);
    perform outbox_record(asked.event_id, settled, 'operation.completed');
    place := asked.place;
    return next;
  end loop;
end $$
`;
