import type { Api } from '#platform/apis';
import {
  createdOperation,
  profileOf,
  type CreateRequest,
  type Destination,
  type Operation,
} from '#features/operations';
import type { Figures, Method, Quote } from '#features/pricing';
import type { PaymentAnswer } from '#providers';
import type { OperationId, ShopId } from '#platform/ids';
import { decimal, zero, type Decimal } from '#platform/money';

/** A payment before its create is decided. */
export type PaymentDraft = {
  readonly shopId: ShopId;
  readonly api: Api;
  readonly operationId: OperationId;
  readonly order: CreateRequest;
  readonly method: Method;
  readonly quote: Quote;
  readonly figures: Figures;
  readonly requestHash: Buffer;
  /** For the draft's own operation. */
  readonly annotationsEncrypted: Buffer | null;
  readonly clientEncrypted: Buffer | null;
};

/** One whose intent is on record. */
export type RecordedDraft = PaymentDraft & { readonly createdAt: Date };

export type Acceptance = Extract<PaymentAnswer, { outcome: 'accepted' }>;

/** The destination as it is shown; the readable bank name belongs to the phone rail only. */
export const destinationOf = ({ requisites }: Acceptance, rail: Method['rail']): Destination => ({
  number: requisites.number,
  name: requisites.name,
  bankname: requisites.bankname,
  banknameDetails: rail === 'phone' ? requisites.banknameDetails : null,
  numberAdditional: requisites.numberAdditional ?? null,
  qrCode: requisites.qrCode ?? null,
});

const one = decimal('1');

const areKopecks = (asked: Decimal, payable: Decimal): boolean =>
  payable.gt(zero) && payable.minus(asked).abs().lt(one) && payable.round(2, 0).eq(payable);

/**
 * An order that waits for a receipt is of no use to those who cannot send one, nor is one over another amount to those who would
 * not be told: it is voided, and the next provider asked.
 */
export const isUsable = ({ isReceiptRequired, payableAmount }: Acceptance, api: Api, asked: Decimal): boolean => {
  const { takesReceipts, takesOtherKopecks } = profileOf(api);
  if (isReceiptRequired && !takesReceipts) return false;
  if (payableAmount === undefined || payableAmount.eq(asked)) return true;
  return takesOtherKopecks && areKopecks(asked, payableAmount);
};

export const acceptedStatus = (acceptance: Acceptance): 'pending' | 'awaiting_confirmation' =>
  acceptance.isReceiptRequired ? 'awaiting_confirmation' : 'pending';

/** What its merchant is told of the acceptance; null: nothing, the answer to the create says it all. */
export const acceptanceEvent = (acceptance: Acceptance, api: Api): 'awaiting_confirmation' | 'accepted' | null => {
  if (acceptance.isReceiptRequired) return 'awaiting_confirmation';
  return profileOf(api).tellsAcceptance ? 'accepted' : null;
};

/** An acceptance that is on record. */
export type Accepted = {
  /** Facts came first and wait for their effect. */
  readonly isFactPending: boolean;
  readonly acceptedAt: Date;
  readonly expiresAt: Date;
};

/** The payment that a draft becomes when a provider accepts it. */
export const acceptedPayment = (draft: RecordedDraft, acceptance: Acceptance, recorded: Accepted): Operation =>
  createdOperation(draft, destinationOf(acceptance, draft.method.rail), {
    type: 'payment',
    status: acceptedStatus(acceptance),
    is_confirmation_required: acceptance.isReceiptRequired,
    payable_amount: acceptance.payableAmount?.toFixed() ?? null,
    created_at: draft.createdAt,
    updated_at: recorded.acceptedAt,
    expires_at: recorded.expiresAt,
  });

/** The times of a cancellation that came before its create. */
export type FilledTombstone = { readonly createdAt: Date; readonly cancelledAt: Date; readonly filledAt: Date };

/** The payment that a draft becomes when its cancellation came first. */
export const cancelledPayment = (
  draft: PaymentDraft,
  { createdAt, cancelledAt, filledAt }: FilledTombstone,
): Operation =>
  createdOperation(draft, null, {
    type: 'payment',
    status: 'cancelled',
    // No route was ever chosen, so there is no quote.
    fx_source: null,
    settlement_amount: '0',
    commission_amount: '0',
    cancel_reason: 'merchant',
    created_at: createdAt,
    updated_at: filledAt,
    finished_at: cancelledAt,
  });
