import type { Api } from '#platform/apis';
import { decimal, type Currency, type Decimal } from '#platform/money';
import type { OperationId } from '#platform/ids';
import { toAdjustment, type Adjustment, type AdjustmentRecord } from './adjustment.ts';
import type { Annotations } from './annotations.ts';
import {
  isTerminal,
  type CancelReason,
  type ManualCheckReason,
  type OperationType,
  type Status,
} from './operation-states.ts';

/** Where the payer sends the money (payment) or where it goes (payout). */
export type Destination = {
  readonly number: string;
  readonly name: string | null;
  readonly bankname: string | null;
  readonly banknameDetails: string | null;
  /** What a payer needs beside the number on some rails; null: nothing. */
  readonly numberAdditional: string | null;
  /** What a payer's app reads in place of the number; null: there is none. */
  readonly qrCode: string | null;
};

/** What a destination has beside its number: the name of a person, or what leads to one. */
export type SealedDetails = Pick<Destination, 'name' | 'numberAdditional' | 'qrCode'>;

/** An operation as both APIs show it, each in its own words. */
export type Operation = {
  readonly operationId: OperationId;
  readonly merchantOperationId: string;
  readonly type: OperationType;
  readonly status: Status;
  readonly method: string;
  readonly currency: Currency;
  readonly expectedAmount: Decimal;
  /** What the payer must pay: other kopecks than asked for, where the provider made them unique. */
  readonly payableAmount: Decimal;
  readonly actualAmount: Decimal;
  /** Null where the operation's currency is the settlement currency. */
  readonly fxSource: string | null;
  readonly fxRate: Decimal;
  /** Null until money is a fact. */
  readonly recordedAmount: Decimal | null;
  readonly settlementCurrency: Currency;
  readonly settlementAmount: Decimal;
  readonly commissionAmount: Decimal;
  readonly isConfirmationRequired: boolean;
  readonly destination: Destination | null;
  readonly manualCheckReason: ManualCheckReason | null;
  readonly cancelReason: CancelReason | null;
  readonly annotations: Annotations | null;
  readonly createdAt: Date;
  /** When status, reasons, money or the time to pay changed last. */
  readonly updatedAt: Date;
  /** Until when a payment waits for its payer; null where it does not. */
  readonly expiresAt: Date | null;
  readonly terminalAt: Date | null;
  /** Oldest first. */
  readonly adjustments: readonly Adjustment[];
};

/** What of an operation is sealed at rest, in the clear: null where there is none, or none any more. */
export type Unsealed = {
  readonly number: string | null;
  readonly annotations: string | null;
  readonly details: string | null;
};

export const nothingSealed: Unsealed = { number: null, annotations: null, details: null };

/** A Date in a row, text in a snapshot. */
type StoredTime = Date | string;

/** An operation as a row or an event's snapshot holds it: money as text, absent or null where there is nothing. */
export type OperationRecord = {
  readonly operation_id: string;
  readonly merchant_operation_id: string;
  readonly type: OperationType;
  readonly status: Status;
  readonly method: string;
  readonly currency: string;
  readonly expected_amount: string;
  readonly payable_amount?: string | null;
  readonly actual_amount: string;
  readonly fx_source?: string | null;
  readonly fx_rate: string;
  readonly recorded_amount?: string | null;
  readonly settlement_currency: string;
  readonly settlement_amount: string;
  readonly commission_amount: string;
  readonly is_confirmation_required: boolean;
  readonly holder_name?: string | null;
  readonly bankname?: string | null;
  readonly bankname_details?: string | null;
  readonly manual_check_reason?: ManualCheckReason | null;
  readonly cancel_reason?: CancelReason | null;
  readonly created_at: StoredTime;
  readonly updated_at: StoredTime;
  readonly expires_at?: StoredTime | null;
  readonly finished_at?: StoredTime | null;
  readonly adjustments?: readonly AdjustmentRecord[] | null;
};

const toTime = (stored: StoredTime | null | undefined): Date | null => (stored ? new Date(stored) : null);

const destinationOf = (record: OperationRecord, { number, details }: Unsealed): Destination | null => {
  if (number === null) return null;
  const sealed = details === null ? null : (JSON.parse(details) as SealedDetails);
  return {
    number,
    name: sealed?.name ?? record.holder_name ?? null,
    bankname: record.bankname ?? null,
    banknameDetails: record.bankname_details ?? null,
    numberAdditional: sealed?.numberAdditional ?? null,
    qrCode: sealed?.qrCode ?? null,
  };
};

export const toOperation = (record: OperationRecord, unsealed: Unsealed): Operation => ({
  operationId: record.operation_id as OperationId,
  merchantOperationId: record.merchant_operation_id,
  type: record.type,
  status: record.status,
  method: record.method,
  currency: record.currency,
  expectedAmount: decimal(record.expected_amount),
  payableAmount: decimal(record.payable_amount ?? record.expected_amount),
  actualAmount: decimal(record.actual_amount),
  fxSource: record.fx_source ?? null,
  fxRate: decimal(record.fx_rate),
  recordedAmount: record.recorded_amount ? decimal(record.recorded_amount) : null,
  settlementCurrency: record.settlement_currency,
  settlementAmount: decimal(record.settlement_amount),
  commissionAmount: decimal(record.commission_amount),
  isConfirmationRequired: record.is_confirmation_required,
  destination: destinationOf(record, unsealed),
  manualCheckReason: record.manual_check_reason ?? null,
  cancelReason: record.cancel_reason ?? null,
  annotations: unsealed.annotations === null ? null : (JSON.parse(unsealed.annotations) as Annotations),
  createdAt: new Date(record.created_at),
  updatedAt: new Date(record.updated_at),
  expiresAt: toTime(record.expires_at),
  // Snapshots of older events do not name it: they were taken when it ended.
  terminalAt: isTerminal(record.status) ? toTime(record.finished_at ?? record.updated_at) : null,
  adjustments: (record.adjustments ?? []).map(toAdjustment),
});

export type Receipt = {
  readonly receiptId: string;
  readonly amount: Decimal;
  readonly completedAt: Date;
  readonly isSynthetic: boolean;
  /** The uploaded file that shows this contribution. */
  readonly file: { readonly fileId: string; readonly storage: 'postgres' | 's3' } | null;
  /** The provider's own document about it. */
  readonly documentId: string | null;
};

/** A contribution with a short-lived link to its document; null where it has none. */
export type LinkedReceipt = Receipt & { readonly url: string | null };

export type EvidenceStatus = 'not_ready' | 'partial' | 'complete' | 'unavailable';

export type OperationState = {
  readonly operation: Operation;
  readonly evidence: EvidenceStatus;
  readonly receipts: readonly LinkedReceipt[];
};

export type Lookup = { readonly operationId: string } | { readonly merchantOperationId: string };

export type OperationScope = { readonly shopId: string; readonly api: Api };
