import type { Invariant } from './invariant.ts';

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'postings_balance',
    sentence: 'The postings of a transaction sum to zero per currency.',
    offenders: `
      select shop_id, transaction_id, currency, sum(amount)::text as sum from ledger_postings
      group by shop_id, transaction_id, currency having sum(amount) <> 0`,
  },
  {
    name: 'postings_have_transactions',
    sentence: 'Every transaction has postings and every posting has its transaction.',
    offenders: `
      select shop_id, transaction_id, t.kind
      from ledger_transactions t full join
        (select distinct shop_id, transaction_id from ledger_postings) p using (shop_id, transaction_id)
      where t.kind is null or p.transaction_id is null`,
  },
  {
    name: 'balances_equal_postings',
    sentence: 'A stored balance is the sum of its postings.',
    offenders: `
      select shop_id, account, currency, balance::text, sum::text
      from ledger_accounts full join (
        select shop_id, account, currency, sum(amount) as sum from ledger_postings
        where account in ('available', 'reserved') group by shop_id, account, currency
      ) sums using (shop_id, account, currency)
      where coalesce(balance, 0) <> coalesce(sum, 0)`,
  },
  {
    name: 'balances_not_negative',
    sentence: 'No stored balance is below zero.',
    offenders: `select shop_id, account, currency, balance::text from ledger_accounts where balance < 0`,
  },
  {
    name: 'one_settlement',
    sentence: 'A completed operation is settled by exactly one transaction, any other operation by none.',
    offenders: `
      select shop_id, operation_id, o.status, coalesce(settlements, 0) as settlements
      from operations o full join (
        select shop_id, operation_id, count(*)::integer as settlements from ledger_transactions
        where kind in ('payment_settled', 'payout_settled') group by shop_id, operation_id
      ) posted using (shop_id, operation_id)
      where coalesce(settlements, 0) <> case when o.status = 'completed' then 1 else 0 end`,
  },
  {
    name: 'figures_equal_postings',
    sentence:
      'Actual, settlement and commission amounts of an ended operation are what its postings moved, suspense apart.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, actual_amount::text, settlement_amount::text,
        commission_amount::text, cleared::text, moved::text, commission::text
      from operations o cross join lateral (
        select
          coalesce(sum(amount) filter (where account like 'clearing:%' and p.currency = o.currency), 0) as cleared,
          coalesce(sum(amount) filter (
            where account in ('available', 'reserved') and p.currency = o.settlement_currency), 0) as moved,
          coalesce(sum(amount) filter (
            where account = 'commission' and p.currency = o.settlement_currency), 0) as commission
        from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
        where t.shop_id = o.shop_id and t.operation_id = o.operation_id
          and t.kind <> 'surplus' and t.kind not like 'suspense\\_%'
      ) as posted
      where o.status in ('completed', 'cancelled') and (
        cleared <> case o.type when 'payment' then -actual_amount else actual_amount end
        or moved <> case o.type when 'payment' then settlement_amount else -settlement_amount end
        or commission <> commission_amount)`,
  },
  {
    name: 'figures_add_up',
    sentence: 'Recorded is actual times rate, and settlement is recorded less (payout: plus) commission, exactly.',
    offenders: `
      select shop_id, operation_id, type, status, actual_amount::text, fx_rate::text, recorded_amount::text,
        settlement_amount::text, commission_amount::text
      from operations
      where status = 'cancelled' and actual_amount = 0 and (settlement_amount <> 0 or commission_amount <> 0)
        or status = 'completed' and (
          abs(recorded_amount - actual_amount * fx_rate)
            > case settlement_currency when 'USDT' then 0.0000005 else 0.005 end
          or settlement_amount <> recorded_amount
            + case type when 'payment' then -commission_amount else commission_amount end
          or type = 'payment' and commission_amount > recorded_amount)`,
  },
];
