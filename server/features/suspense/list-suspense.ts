import type { OperationType, StoredStatus } from '#features/operations';
import { quoteOf, type Quote } from '#features/pricing';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { decimal, zero, type Decimal } from '#platform/money';
import { findSuspenseRow, listSuspenseRows, type SuspenseRow } from './suspense-store.ts';

/**
 * How money came to be in suspense: a payment was paid beyond what it counts; a payout's leg was paid after it had failed,
 * was paid more than it was to send, or came back after it had been paid.
 */
export type SuspenseCause = 'late_payment' | 'late_payout' | 'overpaid_payout' | 'returned_payout';

/** What of one attempt is, or was, in suspense. */
export type SuspenseItem = {
  readonly shopId: ShopId;
  readonly shop: string;
  readonly mode: 'live' | 'test';
  readonly operationId: OperationId;
  readonly merchantOperationId: string;
  readonly type: OperationType;
  readonly status: StoredStatus;
  readonly attemptId: AttemptId;
  readonly providerId: string;
  /** A payout's part; 1 for a payment. */
  readonly leg: number;
  readonly cause: SuspenseCause;
  readonly currency: string;
  /** Waits for a decision. Below zero: a payout's money that came back. */
  readonly open: Decimal;
  readonly settled: Decimal;
  readonly since: Date | null;
  /** What the operation counts. */
  readonly actual: Decimal;
  /** What the operation's shop had of money in suspense so far, its other attempts included. */
  readonly credited: Decimal;
  readonly quote: Quote;
};

type Needs = { readonly database: Database };
type Filter = { readonly shopId: ShopId | null; readonly isAll: boolean };

/** Of an item that is settled, what the last of it was. */
const causeOf = ({ type, booked_amount: booked }: SuspenseRow, open: Decimal, settled: Decimal): SuspenseCause => {
  if (type === 'payment') return 'late_payment';
  if ((open.eq(zero) ? settled : open).lt(zero)) return 'returned_payout';
  return decimal(booked).gt(zero) ? 'overpaid_payout' : 'late_payout';
};

const toItem = (row: SuspenseRow): SuspenseItem => {
  const [open, settled] = [decimal(row.open_amount), decimal(row.settled_amount)];
  return {
    shopId: row.shop_id,
    shop: row.shop,
    mode: row.mode,
    operationId: row.operation_id,
    merchantOperationId: row.merchant_operation_id,
    type: row.type,
    status: row.status,
    attemptId: row.attempt_id,
    providerId: row.provider_id,
    leg: row.leg,
    cause: causeOf(row, open, settled),
    currency: row.currency,
    open,
    settled,
    since: row.since,
    actual: decimal(row.actual_amount),
    credited: decimal(row.credited_amount),
    quote: quoteOf(row),
  };
};

/** What waits for an operator's decision or, with `isAll`, ever did; newest first, at most a thousand. */
export const listSuspense = async ({ database }: Needs, { shopId, isAll }: Filter): Promise<SuspenseItem[]> =>
  (await listSuspenseRows(database, shopId, isAll)).map(toItem);

/** @throws OperatorRefusal when nothing of the attempt ever was in suspense. */
export const requireSuspense = async ({ database }: Needs, attemptId: string): Promise<SuspenseItem> => {
  const row = await findSuspenseRow(database, attemptId);
  if (row === null) throw new OperatorRefusal('suspense_not_found', { attemptId });
  return toItem(row);
};
