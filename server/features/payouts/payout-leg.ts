import { decimal, smallest, zero, type Decimal } from '#platform/money';
import type { AttemptId, ShopId } from '#platform/ids';
import type { StoredStatus } from '#features/operations';
import type { QuoteColumns } from '#features/pricing';
import type { StoredEvidence } from '#providers';

/** A leg at one provider. */
export type LegRow = {
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly leg: number;
  readonly claim: number;
  readonly state: 'queued' | 'sending' | 'unknown' | 'accepted' | 'declined' | 'voided';
  readonly reported_state: 'paid' | 'failed' | null;
  readonly amount: string;
  readonly paid_amount: string;
  readonly returned_amount: string;
  readonly booked_amount: string;
  readonly suspense_amount: string;
  readonly evidence: StoredEvidence | null;
  /** Its outcome is not known yet. */
  readonly is_open: boolean;
  /** A process is sending it just now. */
  readonly is_in_hand: boolean;
  /** What is known of it has had no effect yet. */
  readonly is_fact_pending: boolean;
  readonly resolved_by: string | null;
};

/** A payout and all of its legs, as they were at one moment. */
export type PayoutRow = QuoteColumns & {
  readonly shop_id: ShopId;
  readonly operation_id: string;
  readonly status: StoredStatus;
  readonly currency: string;
  /** While the payout is pending: what is reserved for it. */
  readonly settlement_amount: string;
  /** Every attempt, in the order of legs. */
  readonly legs: readonly LegRow[];
};

/** What arrived, and did not come back. */
export const netOf = (leg: Pick<LegRow, 'paid_amount' | 'returned_amount'>): Decimal =>
  decimal(leg.paid_amount).minus(decimal(leg.returned_amount));

/** What the payout counts of a leg: never more than the leg was to send, which is all that is reserved for it. */
export const countedOf = (leg: LegRow): Decimal =>
  leg.state === 'accepted' ? smallest(netOf(leg), decimal(leg.amount)) : zero;

export const sumCounted = (legs: readonly LegRow[]): Decimal =>
  legs.reduce((sum, leg) => sum.plus(countedOf(leg)), zero);
