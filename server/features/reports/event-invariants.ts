import { storedTypes } from '#outbox';
import type { Invariant } from './invariant.ts';

const { completed, cancelled, adjusted } = storedTypes;

const isTerminalType = `e.type in ('${completed}', '${cancelled}')`;

export const eventInvariants: readonly Invariant[] = [
  {
    name: 'event_sequences',
    sentence: 'The events of an operation count from 1 without gaps, to the number that the operation says.',
    offenders: `
      select shop_id, operation_id, o.event_sequence, events, first, last
      from operations o full join (
        select shop_id, operation_id, count(*)::integer as events, min(sequence) as first, max(sequence) as last
        from events group by shop_id, operation_id
      ) counted using (shop_id, operation_id)
      where coalesce(events, 0) <> coalesce(o.event_sequence, 0)
        or events > 0 and (first <> 1 or last <> events)`,
  },
  {
    name: 'one_terminal_event',
    sentence:
      'An ended operation has exactly one terminal event, of its status, and none after it but of adjustments; any other has none.',
    offenders: `
      select o.shop_id, o.operation_id, o.status, terminal
      from operations o cross join lateral (
        select count(*)::integer as terminal,
          coalesce(bool_and(e.data ->> 'status' = o.status
            and not exists (select from events later where later.shop_id = e.shop_id
              and later.operation_id = e.operation_id and later.sequence > e.sequence
              and later.type <> '${adjusted}')
            and (e.type = '${completed}') = (o.status = 'completed')), true) as is_last
        from events e where e.shop_id = o.shop_id and e.operation_id = o.operation_id and ${isTerminalType}
      ) as ends
      where not is_last or terminal <> case when o.status in ('completed', 'cancelled') then 1 else 0 end`,
  },
  {
    name: 'events_are_dispatched',
    sentence: 'Every event older than a minute was handed to the deliveries.',
    offenders: `
      select shop_id, event_id, type, created_at from events
      where dispatched_at is null and created_at < now() - interval '1 minute'`,
  },
  {
    name: 'deliveries_move_on',
    sentence: 'Every delivery is delivered, waits for an attempt no more than a minute overdue, or is visibly dead.',
    offenders: `
      select shop_id, event_id, endpoint_id, status, attempts, next_attempt_at, last_error from webhook_deliveries
      where status = 'pending' and next_attempt_at < now() - interval '1 minute'
          and coalesce(leased_until, '-infinity') < now()
        or status = 'delivered' and finished_at is null
        or status = 'dead' and (finished_at is null or last_error is null and last_http_status is null)`,
  },
];
