/**
 * Posts what of these attempts is marked with the transaction: off the clearing account to funding, where money of ours and
 * from outside meets, less the provider's fee. What the lines say beyond what is cleared, or less, the house keeps or bears.
 * Positive is what the house owes: a payment's clearing is below zero until its money is here.
 */
export const postReconciled = /* sql */ `
create or replace function post_reconciled(
  p_shop uuid, p_provider text, p_kind text, p_transaction uuid, p_attempts uuid[]
) returns void language plpgsql as $$
declare
  posted record;
begin
  select array_agg(side.account) as accounts, array_agg(side.currency) as currencies, array_agg(side.amount) as amounts
  into posted from (
    select lines.account, lines.currency, sum(lines.amount) as amount
    from (
      select m.currency, m.direction, sides.account, sides.amount
      from settlement_matches m
        cross join lateral (select case when m.direction = 'payment' then 1 else -1 end) as way (sign)
        cross join lateral (values
          ('clearing:' || p_provider, way.sign * m.cleared_amount),
          ('funding', m.fee - way.sign * m.amount),
          ('provider_fee', -m.fee),
          ('write_off', way.sign * (m.amount - m.cleared_amount))
        ) as sides (account, amount)
      where m.shop_id = p_shop and m.attempt_id = any(p_attempts) and m.transaction_id = p_transaction
    ) as lines
    group by lines.account, lines.direction, lines.currency having sum(lines.amount) <> 0
    order by lines.currency, lines.direction, lines.account
  ) as side;
  if posted.accounts is not null then
    perform ledger_post(p_shop, p_transaction, p_kind, null, posted.accounts, posted.currencies, posted.amounts);
  end if;
end $$
`;
