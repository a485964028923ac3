import type { Invariant } from './invariant.ts';

/** A payment's clearing is below zero until its money is here, a payout's above it. */
const sign = (direction: string): string => `case ${direction} when 'payment' then 1 else -1 end`;

export const reconciliationInvariants: readonly Invariant[] = [
  {
    name: 'clearing_equals_attempts',
    sentence:
      'Before it is reconciled, a clearing account moved what the attempts are worth: what their operations booked, and what went to suspense and did not go back.',
    offenders: `
      select shop_id, operation_id, account, moved::text, worth::text
      from (
        select t.shop_id, t.operation_id, p.account, sum(p.amount) as moved
        from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
        where p.account like 'clearing:%' and t.kind not in ('reconciled', 'reconciliation_accepted')
        group by t.shop_id, t.operation_id, p.account
      ) posted full join (
        select a.shop_id, a.operation_id, 'clearing:' || a.provider_id as account, -sum(${sign('a.type')}
          * (case o.status when 'completed' then a.booked_amount else 0 end + a.suspense_amount - a.suspense_returned)) as worth
        from attempts a join operations o using (shop_id, operation_id)
        group by a.shop_id, a.operation_id, a.provider_id
      ) attempts using (shop_id, operation_id, account)
      where coalesce(moved, 0) <> coalesce(worth, 0)`,
  },
  {
    name: 'lines_are_posted',
    sentence:
      'Every matched, accepted or suspended line has its transaction, and each transaction posted what its lines say, to each account.',
    offenders: `
      select shop_id, transaction_id, account, currency, told::text, posted::text
      from (
        select m.shop_id, m.transaction_id, sides.account, m.currency, sum(sides.amount) as told
        from settlement_matches m cross join lateral (values
          ('clearing:' || m.provider_id, ${sign('m.direction')} * m.cleared_amount),
          ('funding', m.fee - ${sign('m.direction')} * m.amount),
          ('provider_fee', -m.fee),
          ('write_off', ${sign('m.direction')} * (m.amount - m.cleared_amount))
        ) as sides (account, amount)
        where m.transaction_id is not null group by m.shop_id, m.transaction_id, sides.account, m.currency
      ) lines full join (
        select t.shop_id, t.transaction_id, p.account, p.currency, sum(p.amount) as posted
        from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
        where t.kind in ('reconciled', 'reconciliation_accepted')
        group by t.shop_id, t.transaction_id, p.account, p.currency
      ) postings using (shop_id, transaction_id, account, currency)
      where coalesce(told, 0) <> coalesce(posted, 0)`,
  },
  {
    name: 'lines_clear_once',
    sentence:
      'A line clears its amount where it is matched or in suspense, nothing where it is open or dismissed; and no attempt is cleared beyond what it is worth, unless that went back since.',
    offenders: `
      select m.shop_id, m.attempt_id, m.file_id, m.line, m.outcome, m.resolution, m.amount::text, m.cleared_amount::text
      from settlement_matches m
      where (m.transaction_id is not null)
          <> (coalesce(m.outcome = 'matched', false) or coalesce(m.resolution in ('accepted', 'suspended'), false))
        or m.transaction_id is null and m.cleared_amount <> 0
        or (m.outcome = 'matched' or m.resolution = 'suspended') and m.cleared_amount <> m.amount
        or m.outcome = 'matched' and m.resolution is not null
      union all
      select a.shop_id, a.attempt_id, null, null, null, null, sum(a.booked_amount + a.suspense_amount)::text, cleared::text
      from attempts a join (
        select shop_id, attempt_id, sum(cleared_amount) as cleared from settlement_matches group by shop_id, attempt_id
      ) c using (shop_id, attempt_id)
      where cleared > a.booked_amount + greatest(a.suspense_amount, 0) + a.returned_amount
      group by a.shop_id, a.attempt_id, cleared`,
  },
  {
    name: 'lines_are_decided',
    sentence:
      'Of a file that is matched, each line is matched with an attempt, or waits, and tells of as much money there as in the file.',
    offenders: `
      select (select min(m.shop_id::text) from settlement_matches m where m.file_id = l.file_id) as shop_id,
        l.file_id, l.line, l.reference, l.amount::text, found.amount::text as found, y.line is not null as is_stray
      from settlement_lines l join settlement_files f on f.file_id = l.file_id and f.matched_at is not null
        left join (
          select file_id, line, sum(amount) as amount, bool_or(outcome is null) as is_open from settlement_matches
          where line > 0 group by file_id, line
        ) found on found.file_id = l.file_id and found.line = l.line
        left join settlement_strays y on y.file_id = l.file_id and y.line = l.line
      where l.part = 1 and (
        found.line is null and (y.line is null or y.resolution = 'assigned')
        or found.line is not null and (found.is_open or found.amount <> l.amount
          or y.line is not null and y.resolution is distinct from 'assigned'))`,
  },
];
