import type { Operation, OperationStatus, OperationType } from './operation.ts';

/** Names the payment to cancel, by exactly one of the two identifiers; a created payment names itself. */
export type CancelPaymentParams = {
  /**
   * Why, for the audit log: at most 2048 **bytes** in UTF-8 (1024 Cyrillic letters). Left out or empty it is
   * recorded as `cancel`.
   */
  reason?: string;
} & (
  | Pick<Operation, 'operation_id' | 'merchant_operation_id' | 'type'>
  | {
      /** The identifier Turnpike issued. */
      operation_id: string;
      merchant_operation_id?: never;
    }
  | {
      /** Your identifier: the one to use while the create may still be running, or before it. */
      merchant_operation_id: string;
      operation_id?: never;
    }
);

/**
 * - `cancelled`: the payment ended through a cancellation of yours, this one or an earlier one.
 * - `already_terminal`: it had ended otherwise, **PERHAPS WITH MONEY**; nothing changed.
 */
export type CancellationOutcome = 'cancelled' | 'already_terminal';

/** The payment a decision is about, in short; `operations.retrieve` tells the rest. */
export interface CancelledOperation {
  operation_id: string;
  /** Your own identifier of it. */
  merchant_operation_id: string;
  /** Always `payment`. */
  type: OperationType;
  /** `cancelled`, or with `already_terminal` the status that it had ended in. */
  status: OperationStatus;
  /** ISO 8601, UTC, milliseconds. Before any create: when it was cancelled. */
  created_at: string;
  /** When it ended. */
  terminal_at: string;
}

/** The decision on a cancellation. */
export interface Cancellation {
  outcome: CancellationOutcome;
  operation: CancelledOperation;
}
