/**
 * Writes the postings of a transaction that is there, which balance within each currency, and moves the balances that
 * commands must check. One that would fall below zero is refused with the code TB001.
 */
export const ledgerWrite = /* sql */ `
create or replace function ledger_write(
  p_shop uuid, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[]
) returns void language plpgsql as $$
declare
  stored record;
begin
  if exists (
    select from unnest(p_currencies, p_amounts) as lines (currency, amount)
    group by currency having sum(amount) <> 0
  ) then
    raise exception 'Postings balance within one currency.' using errcode = 'check_violation';
  end if;
  insert into ledger_postings (shop_id, transaction_id, line, account, currency, amount)
  select p_shop, p_transaction, line, account, currency, amount
  from unnest(p_accounts, p_currencies, p_amounts) with ordinality as lines (account, currency, amount, line);
  -- Always in the same order, so two transactions of one shop cannot deadlock on its balances.
  for stored in
    select account, currency, sum(amount) as amount
    from unnest(p_accounts, p_currencies, p_amounts) as lines (account, currency, amount)
    where account in ('available', 'reserved')
    group by account, currency order by account, currency
  loop
    update ledger_accounts set balance = balance + stored.amount
    where shop_id = p_shop and account = stored.account and currency = stored.currency and balance + stored.amount >= 0;
    if not found then
      if stored.amount < 0 then
        -- The version before knows it by the name of the constraint that it would break.
        raise exception 'No balance falls below zero.'
          using errcode = 'TB001', constraint = 'ledger_accounts_not_negative';
      end if;
      insert into ledger_accounts as present (shop_id, account, currency, balance)
      values (p_shop, stored.account, stored.currency, stored.amount)
      on conflict (shop_id, account, currency) do update set balance = present.balance + excluded.balance;
    end if;
  end loop;
end $$
`;
