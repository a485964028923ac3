/** What a merchant can see an operation in. */
export const statuses = ['pending', 'awaiting_confirmation', 'manual_check', 'completed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

/**
 * Before a create is decided, when it was refused, and when it was cancelled before it came: no operation exists for the
 * merchant then.
 */
export type UndecidedStatus = 'tombstone' | 'creating' | 'rejecting' | 'rejected';
export type StoredStatus = Status | UndecidedStatus;

/** Which status may follow which; the conditional updates in SQL say the same. */
export const nextStatuses = {
  tombstone: ['cancelled'],
  creating: ['pending', 'awaiting_confirmation', 'rejecting', 'rejected', 'cancelled'],
  rejecting: ['rejected', 'tombstone'],
  rejected: [],
  pending: ['completed', 'cancelled'],
  awaiting_confirmation: ['manual_check', 'completed', 'cancelled'],
  manual_check: ['awaiting_confirmation', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
} as const satisfies Record<StoredStatus, readonly StoredStatus[]>;

export const isTerminal = (status: StoredStatus): boolean => nextStatuses[status].length === 0;

export const isVisible = (status: StoredStatus): status is Status =>
  (statuses as readonly StoredStatus[]).includes(status);

export type OperationType = 'payment' | 'payout';
export type ManualCheckReason = 'potential_fake' | 'not_terminal';
export type CancelReason = 'merchant' | 'declined' | 'expired' | 'receipt_rejected' | 'failed';
