import type { Invariant } from './invariant.ts';

/** A payment's money is owed by us when it is in suspense; money that a payout sent is owed to us. */
const sign = `case type when 'payment' then 1 else -1 end`;

export const suspenseInvariants: readonly Invariant[] = [
  {
    name: 'suspense_equals_attempts',
    sentence: 'What went to suspense, and what of it was settled, is what the attempts say.',
    offenders: `
      select shop_id, operation_id, posted::text, noted::text, taken::text, settled::text
      from (
        select t.shop_id, t.operation_id,
          coalesce(sum(p.amount) filter (where t.kind = 'surplus'), 0) as posted,
          -coalesce(sum(p.amount) filter (where t.kind <> 'surplus'), 0) as taken
        from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
        where p.account = 'suspense' group by t.shop_id, t.operation_id
      ) postings full join (
        select shop_id, operation_id, sum(${sign} * suspense_amount) as noted, sum(${sign} * suspense_settled) as settled
        from attempts where suspense_amount <> 0 or suspense_settled <> 0 group by shop_id, operation_id
      ) attempts using (shop_id, operation_id)
      where coalesce(posted, 0) <> coalesce(noted, 0) or coalesce(taken, 0) <> coalesce(settled, 0)`,
  },
  {
    name: 'suspense_moves_by_kind',
    sentence: 'Suspense is filled by surplus and emptied by settling alone, each against the accounts of its kind.',
    offenders: `
      select shop_id, transaction_id, t.kind, p.account, p.amount::text
      from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
      where (p.account = 'suspense' or t.kind = 'surplus' or t.kind like 'suspense\\_%') and not case t.kind
        when 'surplus' then p.account = 'suspense' or p.account like 'clearing:%'
        when 'suspense_returned' then p.account = 'suspense' or p.account like 'clearing:%'
        when 'suspense_written_off' then p.account in ('suspense', 'write_off')
        when 'suspense_credited' then p.account in ('suspense', 'exchange', 'available', 'commission')
        else false end`,
  },
  {
    name: 'credits_add_up',
    sentence:
      'With what was credited of suspense, an operation moved for its shop what all of its money is worth at its rate.',
    offenders: `
      select shop_id, operation_id, total::text, recorded::text, credited::text, fx_rate::text
      from (
        select o.shop_id, o.operation_id, o.fx_rate, o.settlement_currency, coalesce(o.recorded_amount, 0) as recorded,
          o.actual_amount + credited_of_suspense(o.shop_id, o.operation_id, o.type) as total, ${sign} * posted.amount as credited
        from operations o join (
          select t.shop_id, t.operation_id,
            coalesce(sum(p.amount) filter (where p.account in ('available', 'commission')), 0) as amount
          from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
          where t.kind = 'suspense_credited' group by t.shop_id, t.operation_id
        ) posted using (shop_id, operation_id)
      ) as sums
      where total < 0 or abs(recorded + credited - total * fx_rate)
        > case settlement_currency when 'USDT' then 0.0000005 else 0.005 end`,
  },
];
