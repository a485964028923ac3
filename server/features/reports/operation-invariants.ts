import { apiProfiles, statuses } from '#features/operations';
import type { Invariant } from './invariant.ts';

/** A condition on the rows of operations that hold their identifiers. */
const holdsIdentifier = Object.entries(apiProfiles)
  .map(([api, { freeingStatuses }]) => `api = '${api}' and status not in ('${freeingStatuses.join("', '")}')`)
  .join(' or ');

export const operationInvariants: readonly Invariant[] = [
  {
    name: 'one_operation_per_identifier',
    sentence: 'An identifier names one operation of a shop and API, apart from those that let it go.',
    offenders: `
      select shop_id, api, merchant_operation_id, count(*)::integer as operations from operations
      where ${holdsIdentifier}
      group by shop_id, api, merchant_operation_id having count(*) > 1`,
  },
  {
    name: 'one_accepted_attempt',
    sentence: 'A payment stands on one accepted attempt, its own; a refused or undecided one on none.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, o.attempt_id, accepted
      from operations o cross join lateral (
        select count(*)::integer as accepted, coalesce(bool_or(a.attempt_id = o.attempt_id), false) as is_own
        from attempts a
        where a.shop_id = o.shop_id and a.operation_id = o.operation_id and a.state = 'accepted'
      ) as attempts
      where o.type = 'payment' and not case
        when o.status in ('tombstone', 'creating', 'rejecting', 'rejected') then accepted = 0 and o.attempt_id is null
        when o.status = 'cancelled' and o.attempt_id is null then accepted = 0
        else accepted = 1 and is_own end`,
  },
  {
    name: 'attempts_have_operations',
    sentence: 'Every attempt belongs to an operation.',
    offenders: `
      select shop_id, operation_id, a.attempt_id from attempts a left join operations o using (shop_id, operation_id)
      where o.operation_id is null`,
  },
  {
    name: 'attempts_in_currency',
    sentence: 'Every attempt is in the currency of its operation.',
    offenders: `
      select shop_id, operation_id, a.attempt_id, a.currency, o.currency as operation_currency
      from attempts a join operations o using (shop_id, operation_id)
      where a.currency <> o.currency`,
  },
  {
    name: 'live_orders_equal_attempts',
    sentence:
      'The sandbox holds a live order for each accepted attempt of a living operation, and for no refused one, nor for one that was cancelled, expired or refused for its receipt, once it is voided; what it was paid too late is in suspense. Where an operator decided, it may see things otherwise.',
    offenders: `
      select shop_id, attempt_id, orders.type, orders.state as order_state, a.state as attempt_state, o.status
      from sandbox_orders orders
        full join (
          select attempts.* from attempts join providers using (provider_id) where kind = 'sandbox'
        ) a using (shop_id, attempt_id)
        left join (select shop_id, operation_id, status, cancel_reason from operations) o using (shop_id, operation_id)
      where a.state is null
        or orders.state is not null and orders.type <> a.type
        or a.resolved_by is null and (
          orders.state = 'accepted' and a.state in ('declined', 'voided')
          or orders.state = 'accepted' and a.state = 'accepted' and a.check_at is null
            and o.cancel_reason in ('merchant', 'expired', 'receipt_rejected')
          or orders.state = 'paid' and a.state in ('declined', 'voided') and a.suspense_amount < orders.paid_amount
          or orders.state = 'paid' and a.type = 'payout' and a.reported_state = 'failed'
          or orders.state = 'failed' and (a.type = 'payment' or a.booked_amount > 0)
          or a.state = 'accepted' and orders.state is null
          or a.state = 'accepted' and orders.state in ('declined', 'voided') and o.status <> 'cancelled'
            and not exists (select from audit_log l where l.shop_id = a.shop_id
              and l.action = 'receipt.approved' and l.subject = a.operation_id::text))`,
  },
  {
    name: 'actual_equals_booked',
    sentence:
      'The actual amount of an operation is what its attempts booked or, while it goes on, what they have paid so far; a fact may still be on its way to it.',
    offenders: `
      select shop_id, operation_id, o.status, o.actual_amount::text, coalesce(booked, 0)::text as booked, paid::text
      from operations o left join (
        select shop_id, operation_id, sum(booked_amount) as booked, bool_or(is_fact_pending) as is_moving,
          bool_or(check_at is not null) as is_open, coalesce(sum(
            case type when 'payout' then least(paid_amount - returned_amount, amount) else paid_amount end
          ) filter (where state = 'accepted'), 0) as paid
        from attempts group by shop_id, operation_id
      ) sums using (shop_id, operation_id)
      where case when o.status in ('pending', 'awaiting_confirmation', 'manual_check')
        then o.actual_amount <> coalesce(paid, 0) and not is_moving and (o.type = 'payment' or is_open)
        else o.actual_amount <> coalesce(booked, 0) end`,
  },
  {
    name: 'paid_is_accounted_for',
    sentence:
      'A minute after the last word, all that a provider moved for an ended operation, or under a refused attempt, is booked or in suspense.',
    offenders: `
      select shop_id, operation_id, a.attempt_id, o.status, a.state, a.paid_amount::text, a.returned_amount::text,
        a.booked_amount::text, a.suspense_amount::text
      from attempts a join operations o using (shop_id, operation_id)
      where (o.status in ('completed', 'cancelled', 'rejected') or a.state in ('declined', 'voided'))
        and a.paid_amount - a.returned_amount <> a.booked_amount + a.suspense_amount
        and (not a.is_fact_pending or a.updated_at < now() - interval '1 minute')`,
  },
  {
    name: 'statuses_are_legal',
    sentence: 'Only ended operations have an end, and only undecided creates a lease.',
    offenders: `
      select shop_id, operation_id, status, finished_at, leased_until, cancel_reason, manual_check_reason
      from operations
      where (status in ('completed', 'cancelled')) <> (finished_at is not null)
        or (status <> 'creating' and leased_until is not null)
        or (status = 'cancelled') <> (cancel_reason is not null)
        or (status = 'manual_check') <> (manual_check_reason is not null)
        or (status = 'completed') <> (recorded_amount is not null)
        or status in ('tombstone', 'creating', 'rejecting', 'rejected') and actual_amount <> 0
        or status not in ('tombstone', 'creating', 'rejecting', 'rejected', 'pending', 'awaiting_confirmation', 'manual_check',
          'completed', 'cancelled')`,
  },
  {
    name: 'tombstones_are_empty',
    sentence:
      'A cancellation that waits for its create has no events, no destination, no attempts but those of a refused create, and no money but what went to suspense.',
    offenders: `
      select o.shop_id, o.operation_id, o.type, o.event_sequence from operations o
      where o.status = 'tombstone' and (o.type <> 'payment' or o.attempt_id is not null or o.event_sequence <> 0
        or num_nonnulls(o.number_encrypted, o.number_digest, o.holder_name, o.bankname, o.bankname_details, o.details_encrypted) > 0
        or exists (select from attempts a where a.shop_id = o.shop_id and a.operation_id = o.operation_id
          and (o.method is null or a.state in ('sending', 'accepted') or a.booked_amount > 0))
        or exists (select from events e where e.shop_id = o.shop_id and e.operation_id = o.operation_id)
        or exists (select from ledger_transactions t where t.shop_id = o.shop_id and t.operation_id = o.operation_id
          and (o.method is null or t.kind <> 'surplus' and t.kind not like 'suspense\\_%')))`,
  },
  {
    name: 'no_details_before_acceptance',
    sentence: 'A payment that was cancelled before a provider accepted it has no destination.',
    offenders: `
      select shop_id, operation_id, status, cancel_reason from operations
      where type = 'payment' and status = 'cancelled' and attempt_id is null
        and num_nonnulls(number_encrypted, number_digest, holder_name, bankname, bankname_details, details_encrypted) > 0`,
  },
  {
    name: 'operations_are_counted',
    sentence:
      'A stretch of time has as many visible operations as are counted for it, apart from those remembered as undecided.',
    offenders: `
      select c.shop_id, c.api, c.begins_at, c.ends_at, c.visible, present
      from operation_counts c cross join lateral (
        select count(*)::integer as present from operations o
        where o.shop_id = c.shop_id and o.api = c.api and o.created_at >= c.begins_at and o.created_at < c.ends_at
          and o.status in ('${statuses.join("', '")}') and not exists (
            select from operation_count_leftovers l
            where l.shop_id = o.shop_id and l.api = o.api and l.operation_id = o.operation_id)
      ) as counted
      where c.visible <> present`,
  },
];
