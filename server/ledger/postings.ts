import { strict as assert } from 'node:assert';
import { formatAmount, scaleOf, zero, type Currency, type Decimal, type Money } from '#platform/money';
import type { AccountName } from './accounts.ts';

export type Posting = { readonly account: AccountName; readonly amount: Money };

/** Why money moved; reports group by it. */
export type TransactionKind =
  | 'payment_settled'
  | 'payout_reserved'
  | 'payout_settled'
  | 'payout_released'
  | 'surplus'
  | 'suspense_credited'
  | 'suspense_returned'
  | 'suspense_written_off'
  | 'reconciled'
  | 'reconciliation_accepted'
  | 'deposit'
  | 'withdrawal';

/** The lines as the three parallel arrays that SQL functions take. */
export type PostingColumns = {
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
};

const assertBalanced = (postings: readonly Posting[]): void => {
  const sums = new Map<Currency, Decimal>();
  for (const { amount } of postings) {
    // A finer amount would be rounded when it is stored, after the sum was checked.
    assert(amount.amount.round(scaleOf(amount.currency)).eq(amount.amount), 'Postings are of whole minor units.');
    sums.set(amount.currency, (sums.get(amount.currency) ?? zero).plus(amount.amount));
  }
  for (const sum of sums.values()) assert(sum.eq(zero), 'Postings balance within one currency.');
};

/** Lines of nothing (a commission of zero, say) are left out: a posting always moves money. */
export const toPostingColumns = (postings: readonly Posting[]): PostingColumns => {
  assertBalanced(postings);
  const moving = postings.filter(({ amount }) => !amount.amount.eq(zero));
  return {
    accounts: moving.map(({ account }) => account),
    currencies: moving.map(({ amount }) => amount.currency),
    amounts: moving.map(({ amount }) => formatAmount(amount.amount, amount.currency)),
  };
};

/** Whether a statement failed because a stored balance would have fallen below zero: ledger_write says so by this code. */
export const isBalanceRefused = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 'TB001';
