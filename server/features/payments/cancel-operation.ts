import { invalidField, RequestError } from '#platform/errors';
import { isConnectionLost } from '#platform/database';
import { newId, type OperationId } from '#platform/ids';
import { operationNotFound, type Lookup, type OperationScope } from '#features/operations';
import type { Cancellation, CancellationsStore } from './cancellations-store.ts';

export type CancelRequest = {
  readonly lookup: Lookup;
  /** For those who read the audit log; null or empty: none was given. */
  readonly reason: string | null;
};

export type CancelOperationNeeds = {
  readonly cancellations: CancellationsStore;
  /** An event waits to be sent, and an order to be voided. */
  readonly followUp: () => void;
};

const mostReasonBytes = 2_048;

/**
 * Ends a payment, or the create of one that is under way, or the one that a later create will ask for. The first
 * to write wins; repeating it answers the same.
 * @throws RequestError invalid_request, operation_not_found, not_cancellable, receipt_under_review,
 *   cancellation_in_doubt: it may or may not have been recorded
 */
export const cancelOperation = async (
  needs: CancelOperationNeeds,
  scope: OperationScope,
  { lookup, reason }: CancelRequest,
): Promise<Cancellation> => {
  if (reason !== null && Buffer.byteLength(reason) > mostReasonBytes) {
    throw invalidField('cancel_reason', 'max_length', { limit: `${mostReasonBytes} bytes` });
  }
  const decision = await needs.cancellations
    .cancel(scope, lookup, newId<OperationId>(), reason || null)
    .catch((error: unknown) => {
      throw isConnectionLost(error) ? new RequestError('cancellation_in_doubt') : error;
    });
  if ('refusal' in decision) {
    throw decision.refusal === 'operation_not_found' ? operationNotFound(lookup) : new RequestError(decision.refusal);
  }
  needs.followUp();
  return decision;
};
