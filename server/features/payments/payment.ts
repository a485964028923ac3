import type { Api } from '#platform/apis';
import { profileOf, type CreateRequest, type Destination, type Operation } from '#features/operations';
import type { Figures, Method, Quote } from '#features/pricing';
import type { PaymentAnswer } from '#providers';
import { zero } from '#platform/money';
import type { OperationId, ShopId } from '#platform/ids';

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
});

/** An order that waits for a receipt is of no use to those who cannot send one: it is voided, and the next provider asked. */
export const isUsable = ({ isReceiptRequired }: Acceptance, api: Api): boolean =>
  !isReceiptRequired || profileOf(api).takesReceipts;

export const acceptedStatus = (acceptance: Acceptance): 'pending' | 'awaiting_confirmation' =>
  acceptance.isReceiptRequired ? 'awaiting_confirmation' : 'pending';

const draftedPayment = (draft: PaymentDraft) =>
  ({
    operationId: draft.operationId,
    merchantOperationId: draft.order.merchantOperationId,
    type: 'payment',
    method: draft.order.method,
    currency: draft.order.amount.currency,
    expectedAmount: draft.order.amount.amount,
    actualAmount: zero,
    fxSource: draft.quote.fxSource,
    fxRate: draft.quote.fxRate,
    recordedAmount: null,
    settlementCurrency: draft.quote.settlementCurrency,
    manualCheckReason: null,
    annotations: draft.order.annotations,
  }) as const;

/** An acceptance that is on record. */
export type Accepted = {
  /** Facts came first and wait for their effect. */
  readonly isFactPending: boolean;
  readonly acceptedAt: Date;
  readonly expiresAt: Date;
};

/** The payment that a draft becomes when a provider accepts it. */
export const acceptedPayment = (draft: RecordedDraft, acceptance: Acceptance, recorded: Accepted): Operation => ({
  ...draftedPayment(draft),
  status: acceptedStatus(acceptance),
  settlementAmount: draft.figures.settlement,
  commissionAmount: draft.figures.commission,
  isConfirmationRequired: acceptance.isReceiptRequired,
  destination: destinationOf(acceptance, draft.method.rail),
  cancelReason: null,
  createdAt: draft.createdAt,
  updatedAt: recorded.acceptedAt,
  expiresAt: recorded.expiresAt,
  terminalAt: null,
  adjustments: [],
});

/** The times of a cancellation that came before its create. */
export type FilledTombstone = { readonly createdAt: Date; readonly cancelledAt: Date; readonly filledAt: Date };

/** The payment that a draft becomes when its cancellation came first. */
export const cancelledPayment = (
  draft: PaymentDraft,
  { createdAt, cancelledAt, filledAt }: FilledTombstone,
): Operation => ({
  ...draftedPayment(draft),
  // No route was ever chosen, so there is no quote.
  fxSource: null,
  status: 'cancelled',
  settlementAmount: zero,
  commissionAmount: zero,
  isConfirmationRequired: false,
  destination: null,
  cancelReason: 'merchant',
  createdAt,
  updatedAt: filledAt,
  expiresAt: null,
  terminalAt: cancelledAt,
  adjustments: [],
});
