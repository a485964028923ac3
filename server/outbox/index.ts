/**
 * The outbox's reading side. Events are written by the SQL function `outbox_record`, inside the step that changes an
 * operation; here they are found for the modules that turn them into work.
 */

export { eventKinds, storedTypes, type EventKind } from './event-kinds.ts';
export { findUndispatched, type UndispatchedEvent } from './undispatched-store.ts';

/** The snapshot of an operation that an event carries: money is text, and the destination number is not in it. */
export type EventSnapshot = Readonly<Record<string, unknown>>;
