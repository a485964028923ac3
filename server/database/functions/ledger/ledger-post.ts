/** Writes a transaction with its postings, and moves the balances that commands must check. */
export const ledgerPost = /* sql */ `
create or replace function ledger_post(
  p_shop uuid, p_transaction uuid, p_kind text, p_operation uuid,
  p_accounts text[], p_currencies text[], p_amounts numeric[]
) returns void language plpgsql as $$
begin
  insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
  values (p_shop, p_transaction, p_kind, p_operation);
  perform ledger_write(p_shop, p_transaction, p_accounts, p_currencies, p_amounts);
end $$
`;
