import type { Api } from '#platform/apis';
import { zero, type Decimal } from '#platform/money';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import type { CreateRequest, Destination, Operation, SealedNumber } from '#features/operations';
import type { Figures, Quote } from '#features/pricing';

/** What a merchant asks for. */
export type PayoutRequest = CreateRequest & {
  readonly number: string | null;
  readonly name: string | null;
  readonly bankname: string | null;
};

/** One part of a payout, a transfer of its own. */
export type Leg = { readonly providerId: string; readonly amount: Decimal };

/** A payout that is about to be recorded, with its reserve and its legs. */
export type PayoutDraft = {
  readonly shopId: ShopId;
  readonly api: Api;
  readonly operationId: OperationId;
  readonly order: PayoutRequest;
  readonly destination: Destination;
  readonly sealed: SealedNumber;
  readonly quote: Quote;
  readonly figures: Figures;
  readonly requestHash: Buffer;
  readonly annotationsEncrypted: Buffer | null;
  readonly legs: readonly (Leg & { readonly attemptId: AttemptId })[];
};

/** The payout that a draft becomes when it is recorded. */
export const createdPayout = (
  { operationId, order, destination, quote, figures }: PayoutDraft,
  createdAt: Date,
): Operation => ({
  operationId,
  merchantOperationId: order.merchantOperationId,
  type: 'payout',
  status: 'pending',
  method: order.method,
  currency: order.amount.currency,
  expectedAmount: order.amount.amount,
  actualAmount: zero,
  fxSource: quote.fxSource,
  fxRate: quote.fxRate,
  recordedAmount: null,
  settlementCurrency: quote.settlementCurrency,
  settlementAmount: figures.settlement,
  commissionAmount: figures.commission,
  isConfirmationRequired: false,
  destination,
  manualCheckReason: null,
  cancelReason: null,
  annotations: order.annotations,
  createdAt,
  updatedAt: createdAt,
  expiresAt: null,
  terminalAt: null,
  adjustments: [],
});
