import type { RequestOptions } from './options.ts';
import type { Operation } from './operation.ts';
import type { Transport } from './transport.ts';

/** A payout to ask for, with the API's own field names. */
export interface CreatePayoutParams {
  /**
   * Your identifier of the payout and its idempotency key, 1 to 200 characters, compared exactly as sent.
   * One per withdrawal, from your database and not from a random generator: sending it again with the same
   * values creates nothing new, while **A NEW ONE FOR THE SAME WITHDRAWAL CAN PAY TWICE**. Payments and
   * payouts share one namespace.
   */
  merchant_operation_id: string;
  /**
   * Your identifier of the end user who is paid, 1 to 200 characters: the same for the same person, without
   * personal data.
   */
  client_id: string;
  /** The end user's IPv4 or IPv6 address, a hint against fraud. */
  client_ip?: string;
  /** Code of the method, such as `WT_RUB_C2C` (card) or `WT_RUB_PHONE` (phone number). */
  method: string;
  /**
   * What the recipient is to get: decimal **string** with exactly two decimals, such as `'1000.00'`; above
   * zero, at most `'999999999.99'`. The commission comes on top of it.
   */
  amount: string;
  /** ISO 4217 code in capitals; it must be the method's. */
  currency: string;
  /**
   * Where the money goes; both methods require it. `WT_RUB_C2C`: a card number, 16 to 19 digits with a valid
   * check digit. `WT_RUB_PHONE`: `+7` and ten digits; a leading `7` or `8` instead is answered as `+7`.
   */
  number?: string;
  /** Cardholder or recipient, at most 140 characters. Left out or empty it becomes `аноним`. */
  name?: string;
  /** Code of the destination's bank, `sber` or `tcs`; `WT_RUB_PHONE` requires it, `WT_RUB_C2C` ignores it. */
  bankname?: string;
  /** As for a payment. A payout has no page to show it on: it is only returned. */
  return_url?: string;
  /** What it is for, 1 to 140 characters. It is only returned. */
  description?: string;
  /**
   * Up to 20 pairs of your own, names of 1 to 40 characters, values of at most 500. They come back with the operation
   * and its events.
   */
  metadata?: { [name: string]: string };
}

export interface Payouts {
  /**
   * Sends money from your balance to a destination. Amount and commission are reserved at once; the call
   * answers as soon as the payout is recorded, with `pending`, and the outcome arrives by webhook (or see
   * `operations.waitFor`). A payout cannot be cancelled.
   *
   * **`completed` MAY BE LESS THAN YOU ASKED FOR.** A payout may be carried out in several transfers, and
   * some of them may fail: it is then `completed` with `actual_amount` below `expected_amount`. The recipient
   * got `actual_amount`, nothing more will come, and the rest is back on your balance.
   *
   * **AFTER A TIMEOUT SEND THE SAME IDENTIFIER WITH THE SAME VALUES, NEVER A NEW ONE: THAT CAN PAY TWICE.**
   * After {@link ConnectionError}, {@link TimeoutError} and {@link UnavailableError} the payout may exist;
   * calling this again with the same values answers it as it is now. The call's own retries do the same.
   *
   * After {@link InvalidRequestError}, `insufficient_balance`, {@link NoTariffError} and
   * {@link ProviderDeclinedError} no operation exists and nothing is reserved.
   *
   * @throws {InvalidRequestError} a field is missing or malformed, or breaks a rule of the method; see
   *   `errors`
   * @throws {ConflictError} `identifier_reused`: the identifier names another operation; see `operationId`.
   *   `insufficient_balance`: `available` does not cover amount and commission
   * @throws {NoTariffError} the shop has no tariff for this method and amount
   * @throws {ProviderDeclinedError} the shop has no route that can carry it
   */
  create(params: CreatePayoutParams, options?: RequestOptions): Promise<Operation>;
}

export const createPayouts = (send: Transport): Payouts => ({
  create: (params, options) => {
    // A copy: a retry must carry the same body, whatever the caller does with the object meanwhile.
    const body = { ...params };
    return send((client, fetch) => client.POST('/v1/payout', { body, fetch }), options);
  },
});
