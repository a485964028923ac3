import type { CancelPaymentParams, Cancellation } from './cancellation.ts';
import { identifierOf } from './identifier.ts';
import type { RequestOptions } from './options.ts';
import type { Operation } from './operation.ts';
import type { Transport } from './transport.ts';

/** A payment to ask for, with the API's own field names. */
export interface CreatePaymentParams {
  /**
   * Your identifier of the payment and its idempotency key, 1 to 200 characters, compared exactly as sent.
   * One per order, from your database and not from a random generator: sending it again with the same values
   * creates nothing new.
   */
  merchant_operation_id: string;
  /**
   * Your identifier of the end user, 1 to 200 characters: the same for the same person, without personal
   * data.
   */
  client_id: string;
  /** The end user's IPv4 or IPv6 address, a hint against fraud. */
  client_ip?: string;
  /** Code of the payment method, such as `WT_RUB_C2C` (card) or `WT_RUB_PHONE` (phone number). */
  method: string;
  /**
   * Decimal **string** with exactly two decimals, such as `'1000.00'`; above zero, at most `'999999999.99'`.
   */
  amount: string;
  /** ISO 4217 code in capitals; it must be the method's. */
  currency: string;
  /** Ignored on payments: the destination comes from the provider. */
  number?: string;
  /** Name of the payer, at most 140 characters. */
  name?: string;
  /** Ignored on payments. */
  bankname?: string;
}

export interface Payments {
  /**
   * Creates a payment and waits, up to 15 seconds, until a provider has issued the destination to pay to.
   * Retries are safe: they carry the same `merchant_operation_id` and body, and so is calling this again
   * after an error.
   *
   * Look at `status`: with `pending` show `number`, `name` and `bankname`; with `awaiting_confirmation` ask
   * for a receipt as well; with any other show nothing: it was cancelled, or has moved on since an earlier
   * call. **The payment may complete for less than `amount`: credit `actual_amount`.**
   *
   * After {@link InvalidRequestError}, {@link NoTariffError} and {@link ProviderDeclinedError} no operation
   * exists. After {@link ConnectionError}, {@link TimeoutError} and {@link UnavailableError} one may: call
   * again with the same values.
   *
   * @throws {InvalidRequestError} a field is missing or malformed; see `errors`
   * @throws {ConflictError} `identifier_reused`: the identifier names another operation; see `operationId`
   * @throws {NoTariffError} the shop has no tariff for this method and amount
   * @throws {ProviderDeclinedError} no provider accepted
   */
  create(params: CreatePaymentParams, options?: RequestOptions): Promise<Operation>;

  /**
   * Ends a payment that has not ended yet. `outcome` is `cancelled`, also when you had cancelled it before, or
   * `already_terminal` when it had ended otherwise: **IT MAY HAVE BEEN PAID THEN, LOOK AT
   * `operation.status`.** Retries are safe, and so is calling this again: the decision stays the same.
   *
   * Name a payment whose create may still be running by `merchant_operation_id`. The open `create` then
   * answers a payment that is `cancelled`, and so does one that begins later; without a create the identifier
   * stays reserved for that cancelled payment.
   *
   * **AFTER {@link UnavailableError} (`cancellation_in_doubt` among others), {@link TimeoutError} AND
   * {@link ConnectionError} THE PAYMENT MAY OR MAY NOT BE CANCELLED.** Call this again, or read the state.
   *
   * Payment details that you have shown, or that arrive later, belong to a cancelled payment: discard them.
   *
   * @throws {NotFoundError} the shop has no payment with this `operation_id`, or its create is still running
   * @throws {ConflictError} nothing changed. `receipt_under_review`: wait for the webhook. `not_cancellable`:
   *   it is a payout
   * @throws {InvalidRequestError} the `reason` is longer than 2048 bytes, or an identifier is malformed
   */
  cancel(payment: CancelPaymentParams, options?: RequestOptions): Promise<Cancellation>;
}

export const createPayments = (send: Transport): Payments => ({
  create: (params, options) => {
    // A copy: a retry must carry the same body, whatever the caller does with the object meanwhile.
    const body = { ...params };
    return send((client, fetch) => client.POST('/v1/payment', { body, fetch }), options);
  },
  cancel: async (payment, options) => {
    const { reason } = payment ?? {};
    const body = { ...identifierOf(payment), ...(reason !== undefined && { reason }) };
    return send((client, fetch) => client.POST('/v1/cancel_operation', { body, fetch }), options);
  },
});
