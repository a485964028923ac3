/**
 * The outbox's reading side. Events are written by the SQL function `outbox_record`, inside the step that changes an
 * operation; here they are handed to whoever turns them into work.
 */

export { eventKinds, storedTypes, type EventKind } from './event-kinds.ts';

/** The snapshot of an operation that an event carries: money is text, and the destination number is not in it. */
export type EventSnapshot = Readonly<Record<string, unknown>>;

/**
 * A statement that takes up to `limit` undispatched events as `taken (shop_id, event_id, api, type)`, and marks them. What the
 * consumer makes of them is in the same statement, so an event is dispatched exactly when its work is stored. Two
 * instances never take the same event: locked ones are skipped.
 */
export const takeEvents = (limit: number, consumer: string): string => `
  with recursive taken as (
    select shop_id, event_id, api, type from events
    where dispatched_at is null
    order by created_at limit ${limit}
    for update skip locked
  ), dispatched as (
    update events set dispatched_at = now() from taken
    where events.shop_id = taken.shop_id and events.event_id = taken.event_id
  ), ${consumer}`;
