import type { Database } from '#platform/database';
import { decimal } from '#platform/money';
import type { AccountName } from './accounts.ts';
import type { Posting, TransactionKind } from './postings.ts';

export type PostedTransaction = { readonly kind: TransactionKind; readonly postings: readonly Posting[] };

type Row = {
  readonly kind: TransactionKind;
  readonly account: AccountName;
  readonly currency: string;
  readonly amount: string;
};

/** One transaction with its lines in order; by the primary keys. */
export const findTransaction = async (
  database: Database,
  shopId: string,
  transactionId: string,
): Promise<PostedTransaction | null> => {
  const rows = await database('ledger_transactions as t')
    .join('ledger_postings as p', { 'p.shop_id': 't.shop_id', 'p.transaction_id': 't.transaction_id' })
    .where({ 't.shop_id': shopId, 't.transaction_id': transactionId })
    .orderBy('p.line')
    .select<Row[]>('t.kind', 'p.account', 'p.currency', 'p.amount');
  const [first] = rows;
  if (first === undefined) return null;
  const postings = rows.map(({ account, amount, currency }) => ({
    account,
    amount: { amount: decimal(amount), currency },
  }));
  return { kind: first.kind, postings };
};
