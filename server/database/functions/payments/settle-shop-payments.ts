/**
 * Settlements of one shop's payments in one commit; answers the places of those that held. All operations are locked
 * first and all balances after that, each in one order, and shops follow each other by their ids: two batches that share
 * some wait for each other in a line, never in a circle.
 */
export const settleShopPayments = /* sql */ `
create or replace function settle_shop_payments(p_shop uuid, p_settlements jsonb)
returns table (place integer) language plpgsql as $$
declare
  asked record;
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
    if settle_payment(p_shop, asked.operation_id, asked.attempt_id, asked.actual, asked.recorded,
      asked.settled, asked.commission, asked.transaction_id, asked.accounts, asked.currencies, asked.amounts,
      asked.event_id, asked.receipts, asked.receipt_amounts, asked.receipt_times, asked.receipt_documents,
      asked.is_synthetic)
    then
      place := asked.place;
      return next;
    end if;
  end loop;
end $$
`;
