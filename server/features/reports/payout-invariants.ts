import type { Invariant } from './invariant.ts';

export const payoutInvariants: readonly Invariant[] = [
  {
    name: 'reserves_equal_payouts',
    sentence: 'What is reserved of a balance is what the pending payouts of its shop hold.',
    offenders: `
      select shop_id, currency, balance::text, held::text
      from (
        select shop_id, currency, balance from ledger_accounts where account = 'reserved'
      ) reserved full join (
        select shop_id, settlement_currency as currency, sum(settlement_amount) as held from operations
        where type = 'payout' and status = 'pending' group by shop_id, settlement_currency
      ) payouts using (shop_id, currency)
      where coalesce(balance, 0) <> coalesce(held, 0)`,
  },
  {
    name: 'one_reserve_per_payout',
    sentence:
      'Every payout was reserved once and, when it ended, settled or released once, so that nothing is held for it.',
    offenders: `
      select shop_id, operation_id, o.type, o.status, reserves, settlements, releases, held::text
      from operations o full join (
        select t.shop_id, t.operation_id,
          count(distinct t.transaction_id) filter (where t.kind = 'payout_reserved') as reserves,
          count(distinct t.transaction_id) filter (where t.kind = 'payout_settled') as settlements,
          count(distinct t.transaction_id) filter (where t.kind = 'payout_released') as releases,
          coalesce(sum(p.amount) filter (where p.account = 'reserved'), 0) as held
        from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
        where t.kind in ('payout_reserved', 'payout_settled', 'payout_released') group by t.shop_id, t.operation_id
      ) posted using (shop_id, operation_id)
      where (o.type = 'payout' or posted.operation_id is not null)
        and (o.type, coalesce(reserves, 0), coalesce(settlements, 0), coalesce(releases, 0), coalesce(held, 0))
          is distinct from ('payout', 1, (o.status = 'completed')::integer, (o.status = 'cancelled')::integer,
            case o.status when 'pending' then o.settlement_amount else 0 end)`,
  },
  {
    name: 'legs_are_whole',
    sentence:
      'The legs of a payout are numbered from 1 and sum to what was asked; each goes out with all of its amount.',
    offenders: `
      select o.shop_id, o.operation_id, o.expected_amount::text, legs, last, sum::text, amounts
      from operations o cross join lateral (
        select count(distinct leg)::integer as legs, max(leg)::integer as last, min(leg)::integer as first,
          sum(amount) filter (where position = 1) as sum,
          count(*) filter (where position = 1)::integer as firsts, count(distinct (leg, amount))::integer as amounts
        from attempts a where a.shop_id = o.shop_id and a.operation_id = o.operation_id
      ) as parts
      where o.type = 'payout'
        and (first, last, firsts, amounts, sum) is distinct from (1, legs, legs, legs, o.expected_amount)`,
  },
  {
    name: 'one_attempt_per_leg',
    sentence: 'A leg is given to a provider only after each one before it had declined it, and booked at one alone.',
    offenders: `
      select shop_id, operation_id, earlier.leg, earlier.attempt_id, earlier.state, later.attempt_id as later_attempt_id
      from attempts earlier join attempts later using (shop_id, operation_id)
      where later.type = 'payout' and later.leg = earlier.leg and later.position > earlier.position
        and (earlier.state <> 'declined' or earlier.booked_amount > 0 or earlier.provider_id = later.provider_id)
      union all
      select shop_id, operation_id, leg, attempt_id, state, null from attempts
      where type = 'payout' and (booked_amount > amount or booked_amount > 0 and state <> 'accepted')`,
  },
  {
    name: 'decided_payouts_end',
    sentence: 'A payout is over within a minute after the last of its legs was decided.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, decided_at
      from operations o cross join lateral (
        select bool_or(check_at is not null) as is_open, max(updated_at) as decided_at
        from attempts a where a.shop_id = o.shop_id and a.operation_id = o.operation_id
      ) as legs
      where o.type = 'payout' and o.status = 'pending' and not is_open and decided_at < now() - interval '1 minute'`,
  },
];
