import { zero, type Currency, type Decimal } from '#platform/money';
import { clearingAccount, type Posting } from '#ledger';
import type { Figures, Quote } from '#features/pricing';

const line = (account: Posting['account'], amount: Decimal, currency: Currency): Posting[] =>
  amount.eq(zero) ? [] : [{ account, amount: { amount, currency } }];

/**
 * The postings of a payment that ended with money: what the provider owes us, exchanged where the shop settles in
 * another currency, less our commission, is the shop's.
 */
export const settlementPostings = (
  providerId: string,
  actual: Decimal,
  currency: Currency,
  quote: Pick<Quote, 'settlementCurrency'>,
  figures: Figures,
): Posting[] => {
  const inSettlement = quote.settlementCurrency;
  const exchange =
    currency === inSettlement
      ? []
      : [...line('exchange', actual, currency), ...line('exchange', zero.minus(figures.recorded), inSettlement)];
  return [
    ...line(clearingAccount(providerId), zero.minus(actual), currency),
    ...exchange,
    ...line('available', figures.settlement, inSettlement),
    ...line('commission', figures.commission, inSettlement),
  ];
};
