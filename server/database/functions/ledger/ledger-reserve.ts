/**
 * Moves from available to reserved for as many operations as the balance covers, in their order, and answers those.
 */
export const ledgerReserve = /* sql */ `
create or replace function ledger_reserve(
  p_shop uuid, p_currency text, p_operations uuid[], p_transactions uuid[], p_amounts numeric[]
) returns uuid[] language plpgsql as $$
declare
  present numeric;
  total numeric := 0;
  covered integer[] := '{}';
begin
  select balance into present from ledger_accounts
  where shop_id = p_shop and account = 'available' and currency = p_currency for update;
  for line in 1 .. cardinality(p_operations) loop
    if total + p_amounts[line] <= present then
      total := total + p_amounts[line];
      covered := covered || line;
    end if;
  end loop;
  if cardinality(covered) = 0 then return '{}'; end if;
  update ledger_accounts set balance = balance - total
  where shop_id = p_shop and account = 'available' and currency = p_currency;
  insert into ledger_accounts as held (shop_id, account, currency, balance)
  values (p_shop, 'reserved', p_currency, total)
  on conflict (shop_id, account, currency) do update set balance = held.balance + excluded.balance;
  insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
  select p_shop, p_transactions[line], 'payout_reserved', p_operations[line] from unnest(covered) as line;
  insert into ledger_postings (shop_id, transaction_id, line, account, currency, amount)
  select p_shop, p_transactions[line], side.number, side.account, p_currency, side.sign * p_amounts[line]
  from unnest(covered) as line
    cross join (values (1, 'available', -1), (2, 'reserved', 1)) as side (number, account, sign);
  return array(select p_operations[line] from unnest(covered) as line);
end $$
`;
