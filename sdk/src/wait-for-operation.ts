import { ApiError } from './api-errors.ts';
import { requireDuration, startDeadline, type Deadline } from './deadline.ts';
import { TimeoutError } from './errors.ts';
import type { RequestOptions } from './options.ts';
import type { OperationReference, OperationState, OperationStatus } from './operation.ts';
import { isPassing, requestedPauseMs } from './retries.ts';

const growth = 1.5;

export interface WaitOptions {
  /**
   * Also return at this status, or one of these: `manual_check` lasts as long as a person takes. `completed`
   * and `cancelled` always end the wait: nothing follows them.
   */
  until?: OperationStatus | readonly OperationStatus[] | undefined;
  /**
   * Milliseconds to wait in all; 300,000 by default. A payment lives 30 minutes unless your routes say
   * otherwise.
   */
  timeoutMs?: number | undefined;
  /**
   * Milliseconds between the first read and the second; 2,000 by default. Each later pause is half as long
   * again.
   */
  pollMs?: number | undefined;
  /** Milliseconds the pauses grow to; 30,000 by default. */
  maxPollMs?: number | undefined;
  /** Ends the wait: it rejects with the signal's reason. The operation goes on. */
  signal?: AbortSignal | undefined;
}

/**
 * The operation had not reached the awaited status when the time was over. It goes on: wait again, or for the
 * webhook.
 */
export class WaitTimeoutError extends TimeoutError {
  override readonly name = 'WaitTimeoutError';
  /** The operation as last read; undefined when no read succeeded (`cause` then says why). */
  readonly operation: OperationState | undefined;

  constructor(message: string, operation: OperationState | undefined, options?: { cause?: unknown }) {
    super(message, options);
    this.operation = operation;
  }
}

type Retrieve = (reference: OperationReference, options: RequestOptions) => Promise<OperationState>;

const isReached = (status: OperationStatus, until: WaitOptions['until']): boolean =>
  status === 'completed' || status === 'cancelled' || [until].flat().includes(status);

/** Undefined when the read failed in a way that the next may not. */
const tryToRead = async (
  retrieve: Retrieve,
  reference: OperationReference,
  deadline: Deadline,
): Promise<{ state?: OperationState; failure?: unknown }> => {
  try {
    // The poll itself is the retry.
    return { state: await retrieve(reference, { signal: deadline.signal, maxRetries: 0 }) };
  } catch (failure) {
    const isSingleReadLate = failure instanceof TimeoutError && !deadline.signal.aborted;
    if (isSingleReadLate || isPassing(failure)) return { failure };
    throw failure;
  }
};

/** Up to a fifth shorter by chance, so that many waits begun together do not read together. */
const pollPauseMs = (polls: number, pollMs: number, maxPollMs: number): number =>
  Math.min(pollMs * growth ** polls, maxPollMs) * (0.8 + Math.random() / 5);

/** By the merchant's own identifier a state is answered also while its receipts cannot be had. */
const withoutReceipts = (reference: OperationReference): OperationReference =>
  typeof reference === 'object' && reference !== null && 'type' in reference
    ? { merchant_operation_id: reference.merchant_operation_id }
    : reference;

/** The receipts alone are missing, and the refusal says by what name the rest is answered. */
const otherNameOf = (failure: unknown, asked: OperationReference): OperationReference | undefined =>
  failure instanceof ApiError &&
  failure.merchantOperationId !== undefined &&
  (typeof asked === 'string' || asked.operation_id !== undefined)
    ? { merchant_operation_id: failure.merchantOperationId }
    : undefined;

export const waitForOperation = async (
  retrieve: Retrieve,
  reference: OperationReference,
  { until, timeoutMs = 300_000, pollMs = 2_000, maxPollMs = 30_000, signal }: WaitOptions = {},
): Promise<OperationState> => {
  requireDuration('pollMs', pollMs);
  requireDuration('maxPollMs', maxPollMs);
  let named = withoutReceipts(reference);
  let last: OperationState | undefined;
  let lastFailure: unknown;
  const deadline = startDeadline(timeoutMs, signal, () => {
    const seen = last === undefined ? 'could not be read' : `is still ${last.status}`;
    const cause = lastFailure === undefined ? {} : { cause: lastFailure };
    return new WaitTimeoutError(`After ${timeoutMs} ms the operation ${seen}.`, last, cause);
  });
  try {
    for (let polls = 0; ; polls += 1) {
      const { state, failure } = await tryToRead(retrieve, named, deadline);
      if (state !== undefined && isReached(state.status, until)) return state;
      last = state ?? last;
      lastFailure = failure;
      const other = otherNameOf(failure, named);
      named = other ?? named;
      if (other !== undefined) continue;
      await deadline.pause(Math.max(pollPauseMs(polls, pollMs, maxPollMs), requestedPauseMs(failure)));
    }
  } finally {
    deadline.release();
  }
};
