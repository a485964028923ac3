/**
 * What an operation's shop was credited (payout: charged) of money in suspense, in the operation's currency. Below
 * zero: a payout's shop got money back.
 */
export const creditedOfSuspense = /* sql */ `
create or replace function credited_of_suspense(p_shop uuid, p_operation uuid, p_type text)
returns numeric language sql stable as $$
  select coalesce(sum(case when p_type = 'payment' then -p.amount else p.amount end), 0)
  from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
  where t.shop_id = p_shop and t.operation_id = p_operation
    and t.kind = 'suspense_credited' and p.account = 'suspense'
$$
`;
