import type { AttemptId, OperationId, ShopId } from '#platform/ids';

/** Who is asked, by an attempt that is on record before it is sent. */
export type AttemptStart = { readonly attemptId: AttemptId; readonly providerId: string };

/** How an attempt ended that brought no order, or perhaps none. */
export type AttemptEnd = {
  readonly attemptId: AttemptId;
  readonly state: 'declined' | 'unknown';
  readonly declineReason: string | null;
};

export type OperationRef = { readonly shopId: ShopId; readonly operationId: OperationId };

/** A leg of a payout in the hands of the one who claimed it. */
export type LegInHand = OperationRef & {
  readonly attemptId: AttemptId;
  readonly leg: number;
  readonly claim: number;
};
