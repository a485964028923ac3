import { readBalances, type StoredAccount, type StoredBalance } from '#ledger';
import type { Database } from '#platform/database';
import { zero, type Currency, type Money } from '#platform/money';

export type Balance = {
  readonly currency: Currency;
  readonly available: Money;
  /** Held by payouts in flight, their commissions included. */
  readonly reserved: Money;
};

type Needs = { readonly database: Database };
type Owner = { readonly shopId: string; readonly settlementCurrency: Currency };

const balanceOf = (stored: readonly StoredBalance[], account: StoredAccount, currency: Currency): Money =>
  stored.find((row) => row.account === account && row.balance.currency === currency)?.balance ?? {
    amount: zero,
    currency,
  };

/** The shop's balance in every currency that ever moved, and always in its settlement currency. */
export const listBalances = async ({ database }: Needs, shop: Owner): Promise<Balance[]> => {
  const stored = await readBalances(database, shop.shopId);
  const currencies = new Set([shop.settlementCurrency, ...stored.map(({ balance }) => balance.currency)]);
  return [...currencies].sort().map((currency) => ({
    currency,
    available: balanceOf(stored, 'available', currency),
    reserved: balanceOf(stored, 'reserved', currency),
  }));
};
