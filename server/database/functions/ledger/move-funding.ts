/** An operator's deposit or withdrawal, with its entry; false where its transaction is there already. */
export const moveFunding = /* sql */ `
create or replace function move_funding(p_shop uuid, p_step jsonb) returns boolean language plpgsql as $$
declare
  step record;
begin
  select * into step from jsonb_to_record(p_step) as given (
    transaction_id uuid, kind text, accounts text[], currencies text[], amounts numeric[], entry_id uuid, actor text,
    after jsonb);
  insert into ledger_transactions (shop_id, transaction_id, kind) values (p_shop, step.transaction_id, step.kind)
  on conflict (shop_id, transaction_id) do nothing;
  if not found then return false; end if;
  perform ledger_write(p_shop, step.transaction_id, step.accounts, step.currencies, step.amounts);
  insert into audit_log (entry_id, shop_id, actor, action, subject, after)
  values (step.entry_id, p_shop, step.actor, 'balance.' || step.kind, step.transaction_id::text, step.after);
  return true;
end $$
`;
