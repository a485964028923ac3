import { runStatement, type Database, type Statement } from '#platform/database';
import { decimal, type Money } from '#platform/money';
import type { StoredAccount } from './accounts.ts';

export type StoredBalance = { readonly account: StoredAccount; readonly balance: Money };

type Row = { readonly account: StoredAccount; readonly currency: string; readonly balance: string };

// By the primary key's first column.
const readStoredBalances: Statement = {
  name: 'ledger_read_balances',
  text: `select account, currency, balance from ledger_accounts where shop_id = $1 order by currency, account`,
};

/** The stored balances of a shop: only accounts that ever moved, ordered by currency. */
export const readBalances = async (database: Database, shopId: string): Promise<StoredBalance[]> => {
  const rows = await runStatement<Row>(database, readStoredBalances, [shopId]);
  return rows.map(({ account, currency, balance }) => ({
    account,
    balance: { amount: decimal(balance), currency },
  }));
};
