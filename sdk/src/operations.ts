import { identifierOf } from './identifier.ts';
import { listOperations, type ListOperationsParams, type OperationList } from './operation-list.ts';
import type { RequestOptions } from './options.ts';
import type { OperationReference, OperationState } from './operation.ts';
import type { Transport } from './transport.ts';
import { waitForOperation, type WaitOptions } from './wait-for-operation.ts';

export interface Operations {
  /**
   * Reads a payment or payout as it is now. Webhooks are the canonical signal of an outcome, this is the
   * fallback.
   *
   * **`completed` may be less than was asked for: take the money from `actual_amount`, never from
   * `expected_amount` and never from the status alone.**
   *
   * @throws {NotFoundError} the shop has no such operation, its create is still running, or was rejected
   * @throws {UnavailableError} `evidence_unavailable`: receipts cannot be had just now. Only when asked by
   *   `operation_id`; by `merchant_operation_id` the answer is the state, its `receipt_evidence_status`
   *   `unavailable`
   */
  retrieve(operation: OperationReference, options?: RequestOptions): Promise<OperationState>;

  /**
   * The operations of the shop, newest first. `await` gives one page, `for await` all of them; nothing is
   * listed twice, and nothing that was there at first is missing, while others create. What later calls show
   * (receipts, the address of a page) is not part of a list.
   *
   * @throws {InvalidRequestError} a filter is malformed, or the cursor belongs to other filters
   */
  list(params?: ListOperationsParams, options?: RequestOptions): OperationList;

  /**
   * Polls until the operation is `completed` or `cancelled`, or has a status you named, and returns it. The
   * pauses grow from `pollMs` to `maxPollMs`. Failures that may pass (connection, 429, 503) are polled over;
   * all others end the wait. It does not wait for receipts: once the operation is over it is returned, also while
   * they cannot be had (`receipt_evidence_status` is `unavailable` then).
   *
   * Returning does not mean success: look at `status`. **`completed` may be less than was asked for: credit
   * `actual_amount`.**
   *
   * @throws {WaitTimeoutError} it did not get there in time; the error's `operation` is the last state read
   * @throws {NotFoundError} as with `retrieve`
   */
  waitFor(operation: OperationReference, options?: WaitOptions): Promise<OperationState>;
}

export const createOperations = (send: Transport): Operations => {
  const retrieve: Operations['retrieve'] = async (reference, options) => {
    const body = identifierOf(reference);
    return send((client, fetch) => client.POST('/v1/get_operation_state', { body, fetch }), options);
  };
  return {
    retrieve,
    list: (params, options) => listOperations(send, params, options),
    waitFor: (reference, options) => waitForOperation(retrieve, reference, options),
  };
};
