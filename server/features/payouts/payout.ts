import type { Api } from '#platform/apis';
import type { Decimal } from '#platform/money';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import {
  createdOperation,
  type CreateRequest,
  type Destination,
  type Operation,
  type SealedNumber,
} from '#features/operations';
import type { Figures, Quote } from '#features/pricing';

/** What a merchant asks for. */
export type PayoutRequest = CreateRequest & {
  readonly number: string | null;
  readonly name: string | null;
  readonly bankname: string | null;
};

/** One part of a payout, a transfer of its own. */
export type Leg = {
  readonly providerId: string;
  readonly amount: Decimal;
  /** Its provider carries it out once, however often it is sent. */
  readonly isRepeatable: boolean;
};

/** A leg as it is recorded with its payout. */
export type DraftedLeg = Omit<Leg, 'isRepeatable'> & {
  readonly attemptId: AttemptId;
  /** This process begins to send it when it is recorded; others leave it alone as long as a lease. */
  readonly isInHand: boolean;
};

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
  readonly clientEncrypted: Buffer | null;
  /** What of the destination is sealed beside its number. */
  readonly detailsEncrypted: Buffer | null;
  readonly legs: readonly DraftedLeg[];
  /** By this process's monotonic clock, never after it was recorded. */
  readonly draftedAtMs: number;
};

/** The payout that a draft becomes when it is recorded. */
export const createdPayout = (draft: PayoutDraft, createdAt: Date): Operation =>
  createdOperation(draft, draft.destination, {
    type: 'payout',
    status: 'pending',
    created_at: createdAt,
    updated_at: createdAt,
  });
