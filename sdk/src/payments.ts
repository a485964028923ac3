import type { CancelPaymentParams, Cancellation } from './cancellation.ts';
import { formOf, readReceipt, type ConfirmPaymentParams } from './confirmation.ts';
import { identifierOf } from './identifier.ts';
import type { RequestOptions } from './options.ts';
import type { Operation, PaymentLink } from './operation.ts';
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
  /**
   * Where your shop wants the payer back: an `https` address of at most 2,048 characters, percent-encoded, without
   * credentials. The hosted page shows it once the payment is over; the payer is not redirected without a click.
   */
  return_url?: string;
  /** What it is for, in words for the payer, 1 to 140 characters; the hosted page shows it. */
  description?: string;
  /**
   * Up to 20 pairs of your own, names of 1 to 40 characters, values of at most 500. They come back with the operation
   * and its events.
   */
  metadata?: { [name: string]: string };
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
   * Creates a payment as `create` does, with the same identifiers, waiting, retries and errors, and answers
   * `payment_url` as well: a page for the payer that shows the amount and the destination, takes the receipt
   * where one is required, and tells the outcome. Every holder of the link can open it: give it to the payer only.
   *
   * For a payment that `create` made, calling this with the same values opens a page, too.
   *
   * The outcome that counts arrives by webhook (or see `operations.waitFor`). **The payment may complete for
   * less than `amount`: credit `actual_amount`.**
   *
   * @throws as `create` does
   */
  createLink(params: CreatePaymentParams, options?: RequestOptions): Promise<PaymentLink>;

  /**
   * Hands in the payer's receipt for a payment that is `awaiting_confirmation`, and answers the payment as it
   * is then: still `awaiting_confirmation` while the receipt is reviewed, or `manual_check` at once for a file
   * that is no readable PDF, or one that raises doubts. The outcome arrives by webhook (or see
   * `operations.waitFor`). **The amount that the review finds counts, and it may be less than was asked for.**
   *
   * Retries are safe, and so is calling this again after {@link ConnectionError}, {@link TimeoutError} and
   * {@link UnavailableError}: the same file again changes nothing, in whatever state the payment is by then.
   * With large files over slow lines give `timeoutMs` more than its 20,000.
   *
   * @throws {ConflictError} `wrong_state`: it needs no receipt, is over or about to expire, is a payout, or
   *   another file is being looked at. Nothing changed; read the state
   * @throws {NotFoundError} the shop has no payment with this `operation_id`
   * @throws {PayloadTooLargeError} the file is over 10 MiB; it is not sent then
   * @throws {InvalidRequestError} the file is empty, or `operation_id` is not a UUID
   * @throws {ConfigurationError} `receipt` is something else than bytes, or cannot be read; nothing was sent
   */
  confirm(params: ConfirmPaymentParams, options?: RequestOptions): Promise<Operation>;

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
  createLink: (params, options) => {
    const body = { ...params };
    return send((client, fetch) => client.POST('/v1/payment/link', { body, fetch }), options);
  },
  confirm: async ({ operation_id, receipt }, options) => {
    const body = { operation_id, confirmation_type: 'receipt', receipt: await readReceipt(receipt) } as const;
    const bodySerializer = formOf;
    return send((client, fetch) => client.POST('/v1/confirm_payment', { body, bodySerializer, fetch }), options);
  },
  cancel: async (payment, options) => {
    const { reason } = payment ?? {};
    const body = { ...identifierOf(payment), ...(reason !== undefined && { reason }) };
    return send((client, fetch) => client.POST('/v1/cancel_operation', { body, fetch }), options);
  },
});
