/**
 * Several settlements in one commit; answers the places of those that held. All operations are locked first and all
 * balances after that, each in one order: two groups that share some wait for each other in a line, never in a circle.
 */
export const settlePayments = /* sql */ `
create or replace function settle_payments(p_settlements jsonb) returns setof integer language plpgsql as $$
declare
  asked record;
begin
  for asked in
    select * from jsonb_to_recordset(p_settlements) as held (shop_id uuid, operation_id uuid)
    order by shop_id, operation_id
  loop
    perform from operations where shop_id = asked.shop_id and operation_id = asked.operation_id for update;
  end loop;
  for asked in
    select * from jsonb_to_recordset(p_settlements) as settlement (place integer, shop_id uuid, operation_id uuid,
      attempt_id uuid, actual numeric, recorded numeric, settled numeric, commission numeric, settlement_currency text,
      transaction_id uuid, accounts text[], currencies text[], amounts numeric[], event_id uuid, receipts uuid[],
      receipt_amounts numeric[], receipt_times timestamptz[], receipt_documents text[], is_synthetic boolean)
    order by shop_id, settlement_currency, operation_id, place
  loop
    if settle_payment(asked.shop_id, asked.operation_id, asked.attempt_id, asked.actual, asked.recorded,
      asked.settled, asked.commission, asked.transaction_id, asked.accounts, asked.currencies, asked.amounts,
      asked.event_id, asked.receipts, asked.receipt_amounts, asked.receipt_times, asked.receipt_documents,
      asked.is_synthetic)
    then
      return next asked.place;
    end if;
  end loop;
end $$
`;
