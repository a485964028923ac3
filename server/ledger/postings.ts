import { strict as assert } from 'node:assert';
import { runStatement, type Database, type Statement } from '#platform/database';
import { RequestError } from '#platform/errors';
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
  | 'deposit'
  | 'withdrawal';

export type LedgerTransaction = {
  readonly shopId: string;
  readonly transactionId: string;
  readonly kind: TransactionKind;
  readonly operationId: string | null;
  readonly postings: readonly Posting[];
};

/** The lines as the three parallel arrays that SQL functions take. */
export type PostingColumns = {
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
};

const postTransaction: Statement = {
  name: 'ledger_post',
  text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7)',
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

/** Whether a statement failed because a stored balance would have fallen below zero. */
export const isBalanceRefused = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'ledger_accounts_not_negative';

/** Posts one transaction. Throws `insufficient_balance` when the shop does not have that much. */
export const post = async (database: Database, transaction: LedgerTransaction): Promise<void> => {
  const { shopId, transactionId, kind, operationId } = transaction;
  const { accounts, currencies, amounts } = toPostingColumns(transaction.postings);
  try {
    await runStatement(database, postTransaction, [
      shopId,
      transactionId,
      kind,
      operationId,
      accounts,
      currencies,
      amounts,
    ]);
  } catch (error) {
    throw isBalanceRefused(error) ? new RequestError('insufficient_balance') : error;
  }
};
