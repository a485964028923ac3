import type { Adjustment, CancelReason, ManualCheckReason, Operation, OperationStatus } from './operation.ts';

interface EventOf<Status extends OperationStatus, Fixed extends object = object, Name extends string = Status> {
  /**
   * The `webhook-id` header: the same on every attempt to deliver this event. Delivery is at least once:
   * handle each id once.
   */
  webhook_id: string;
  /** What happened; the part after the point is the status the operation entered, but for `adjusted`. */
  type: `operation.${Name}`;
  /** When it happened (not when it was sent): ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /**
   * Counts the events of this operation from 1. Events may arrive late or in another order: drop one whose
   * `sequence` is not above the highest you have handled for this operation.
   */
  sequence: number;
  /** The operation as it was right after the event. */
  data: Omit<Operation, 'status' | keyof Fixed> & { status: Status } & Fixed;
}

/** A payment waits for the payer's receipt. */
export type OperationAwaitingConfirmationEvent = EventOf<'awaiting_confirmation', { type: 'payment' }>;

/** A receipt is looked at by a person; `data.manual_check_reason` says why. */
export type OperationManualCheckEvent = EventOf<
  'manual_check',
  { type: 'payment'; manual_check_reason: ManualCheckReason }
>;

/** Money moved and the operation ended. **MAYBE LESS THAN WAS ASKED FOR: credit `data.actual_amount`.** */
export type OperationCompletedEvent = EventOf<'completed'>;

/** The operation ended without money; `data.cancel_reason` says why. */
export type OperationCancelledEvent = EventOf<'cancelled', { cancel_reason: CancelReason }>;

/**
 * Money that moved after the end was settled with you: `data.adjustments` lists all there is so far, the new one last.
 * Status and `actual_amount` stay; book each `adjustment_id` once.
 */
export type OperationAdjustedEvent = EventOf<'completed' | 'cancelled', { adjustments: Adjustment[] }, 'adjusted'>;

/** An event of this API, told apart by `type`. Answer 2xx to a type you do not know and ignore it. */
export type WebhookEvent =
  | OperationAwaitingConfirmationEvent
  | OperationManualCheckEvent
  | OperationCompletedEvent
  | OperationCancelledEvent
  | OperationAdjustedEvent;
