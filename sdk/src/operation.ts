/** `payment` brings money in, `payout` sends money out. */
export type OperationType = 'payment' | 'payout';

/**
 * Where an operation stands. `completed` and `cancelled` are terminal: the status does not change any more.
 *
 * - `pending`: accepted; the payer is expected to pay, or the payout is on its way.
 * - `awaiting_confirmation`: the payer must pay and upload a receipt, or an uploaded one is under review.
 * - `manual_check`: a receipt raised doubts; a person decides.
 * - `completed`: money was processed. **IT MAY BE LESS THAN WAS ASKED FOR: read `actual_amount`.**
 * - `cancelled`: ended without money.
 */
export type OperationStatus = 'pending' | 'awaiting_confirmation' | 'manual_check' | 'completed' | 'cancelled';

/** Why a cancelled operation ended. Values may be added: treat one you do not know as `failed`. */
export type CancelReason = 'merchant' | 'declined' | 'expired' | 'receipt_rejected' | 'failed' | (string & {});

/**
 * Why a person looks at the receipt. `not_terminal` (unfinished transfer, or not a PDF) is never a sign of
 * fraud. Values may be added: treat one you do not know as "a person looks at it".
 */
export type ManualCheckReason = 'potential_fake' | 'not_terminal' | (string & {});

/** How far `receipts` can be relied on; with `unavailable` read again later. */
export type ReceiptEvidenceStatus = 'not_ready' | 'partial' | 'complete' | 'unavailable';

/** Whether the payer must confirm the payment, and how. */
export interface ExternalConfirmation {
  /** True when a receipt must be uploaded before the payment can complete. Always false for payouts. */
  required: boolean;
  /** Accepted kinds of confirmation; today only `receipt`. Empty when none is required. */
  methods: string[];
}

/** Money that moved after the end of an operation, as it was settled with you. No figure is below zero. */
export interface Adjustment {
  /** UUID: book each once. */
  adjustment_id: string;
  /** `credit`: your balance went up; `charge`: it went down. */
  kind: 'credit' | 'charge';
  /** The money that moved, in the operation's `currency`. */
  amount: string;
  /** What moved on your balance, in `settlement_currency`, the commission considered. */
  settlement_amount: string;
  /** The commission in it, in `settlement_currency`: charged, or given back where money of a payout came back. */
  commission_amount: string;
  /** ISO 8601, UTC, milliseconds. */
  created_at: string;
}

/**
 * A payment or a payout, with the API's own field names. Amounts are decimal strings: calculate with a
 * decimal library, never with `Number`. Fields may be added; ignore those you do not know.
 *
 * **`completed` DOES NOT MEAN "PAID IN FULL".** A payer may send less than asked, and one of several
 * transfers of a payout may fail; the operation then completes with `actual_amount` below `expected_amount`,
 * and nothing more will come. Credit your user with `actual_amount`.
 */
export interface Operation {
  /** The identifier Turnpike issued, a UUID (version 7: later operations sort after earlier ones). */
  operation_id: string;
  /** Your own identifier, as you sent it. */
  merchant_operation_id: string;
  type: OperationType;
  /** **`completed` may be less than was asked for: read `actual_amount`.** */
  status: OperationStatus;
  /** When the create was recorded: ISO 8601, UTC, milliseconds. */
  created_at: string;
  /** When status, money or the time to pay changed last; receipts and their evidence do not count. */
  updated_at: string;
  /** Until when a payment waits for its payer; only while it waits. */
  expires_at?: string;
  /** When it reached its terminal status; only once it is over. */
  terminal_at?: string;
  /** Code of the payment method, as you sent it. */
  method: string;
  /** What you asked for, in `currency`, two decimals. **Not what was paid.** */
  expected_amount: string;
  /**
   * The money that really moved, in `currency`, two decimals; `0.00` before any was processed. A fact, never
   * inferred from the status. **It may be below or above `expected_amount`; this is the amount to credit.**
   */
  actual_amount: string;
  /** ISO 4217 code of `expected_amount` and `actual_amount`. */
  currency: string;
  /** Where the exchange rate comes from. Only when the amount is converted into the settlement currency. */
  fx_source?: string;
  /**
   * Units of `settlement_currency` for one of `currency`, a decimal string. Present together with
   * `fx_source`.
   */
  fx_rate?: string;
  /** Currency of `recorded_amount`; once `actual_amount` is above zero. */
  recorded_currency?: string;
  /** What the ledger recorded: `actual_amount` × rate. Same presence as `recorded_currency`. */
  recorded_amount?: string;
  /**
   * What moves on your balance, in `settlement_currency`: recorded minus commission for a payment, plus
   * commission for a payout. The figure expected for the requested amount until the status is terminal, then
   * the final one.
   */
  settlement_amount: string;
  /** Currency of `settlement_amount` and `commission_amount`; equal to `currency` without conversion. */
  settlement_currency: string;
  /** The commission, in `settlement_currency`. Expected before a terminal status, then final. */
  commission_amount: string;
  external_confirmation: ExternalConfirmation;
  /**
   * Payment: card or phone number the payer must send money to; absent until one was issued. Payout: the
   * destination you gave. Absent again once personal data has been erased.
   */
  number?: string;
  /** Holder of the destination, or recipient. Same presence as `number`. */
  name?: string;
  /** Stable code of the destination's bank, such as `sber` or `tcs`, where the bank is known. */
  bankname?: string;
  /** Name of that bank for people. */
  bankname_details?: string;
  /** Only while `status` is `manual_check`. */
  manual_check_reason?: ManualCheckReason;
  /** Only while `status` is `cancelled`. */
  cancel_reason?: CancelReason;
  /** Settled with you for money that moved after the end, oldest first. Only where there is something. */
  adjustments?: Adjustment[];
  /** As you gave it; absent once personal data has been erased. */
  return_url?: string;
  /** As you gave it; absent once personal data has been erased. */
  description?: string;
  /** As you gave it; absent once personal data has been erased. */
  metadata?: { [name: string]: string };
}

/** A payment with the address of its hosted page. */
export interface PaymentLink extends Operation {
  /** The page to send the payer to, `{pay_url}/<operation_id>`. Every holder can open it. */
  payment_url: string;
}

/** One completed physical contribution to an operation. */
export interface Receipt {
  /** UUID; the same from read to read. */
  id: string;
  /**
   * In the operation's currency. A number, the only one of this API: for sums and bookings use
   * `actual_amount`.
   */
  amount: number;
  /** ISO 8601, UTC, milliseconds. */
  completed_at: string;
  /**
   * Download link, valid for five minutes and without your key: fetch it at once, and store the file and not
   * the link. `null` when there is no document.
   */
  receipt_url: string | null;
}

/** An operation as it was when read, with the receipts of the money that moved. */
export interface OperationState extends Operation {
  receipt_evidence_status: ReceiptEvidenceStatus;
  /** By `completed_at`, then `id`. Empty until the operation is completed. */
  receipts: Receipt[];
}

/**
 * Names an operation: by your identifier or by Turnpike's. An {@link Operation} names itself, and a string is
 * an `operation_id`.
 */
export type OperationReference =
  | string
  | Pick<Operation, 'operation_id' | 'merchant_operation_id' | 'type'>
  | { operation_id: string; merchant_operation_id?: never }
  | { merchant_operation_id: string; operation_id?: never };
