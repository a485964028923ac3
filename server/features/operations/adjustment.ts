import { decimal, type Decimal } from '#platform/money';

/** What its shop got, or was charged, for an operation after its end: all figures above or at zero. */
export type Adjustment = {
  readonly adjustmentId: string;
  readonly kind: 'credit' | 'charge';
  /** In the operation's currency. */
  readonly amount: Decimal;
  /** What moved on the shop's balance, in its settlement currency. */
  readonly settlementAmount: Decimal;
  readonly commissionAmount: Decimal;
  readonly createdAt: Date;
};

/** As `adjustments_of` writes it. */
export type AdjustmentRecord = {
  readonly adjustment_id: string;
  readonly kind: Adjustment['kind'];
  readonly amount: string;
  readonly settlement_amount: string;
  readonly commission_amount: string;
  readonly created_at: string;
};

export const toAdjustment = (record: AdjustmentRecord): Adjustment => ({
  adjustmentId: record.adjustment_id,
  kind: record.kind,
  amount: decimal(record.amount),
  settlementAmount: decimal(record.settlement_amount),
  commissionAmount: decimal(record.commission_amount),
  createdAt: new Date(record.created_at),
});
