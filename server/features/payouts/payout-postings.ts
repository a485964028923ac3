import { zero, type Currency, type Decimal } from '#platform/money';
import { clearingAccount, type Posting } from '#ledger';
import type { Figures, Quote } from '#features/pricing';

const line = (account: Posting['account'], amount: Decimal, currency: Currency): Posting => ({
  account,
  amount: { amount, currency },
});

/** What each provider paid, in the order in which it first appears. */
export const sumByProvider = (legs: readonly { readonly providerId: string; readonly booked: Decimal }[]) => {
  const sums = new Map<string, Decimal>();
  for (const { providerId, booked } of legs) sums.set(providerId, (sums.get(providerId) ?? zero).plus(booked));
  return [...sums].map(([providerId, booked]) => ({ providerId, booked }));
};

/**
 * The postings of a payout that ended with money: of the reserve, the shop pays what was recorded and our commission and
 * gets back the rest; what was recorded, exchanged where the shop settles in another currency, is owed to the providers.
 */
export const payoutPostings = (
  reserved: Decimal,
  paid: readonly { readonly providerId: string; readonly booked: Decimal }[],
  currency: Currency,
  quote: Pick<Quote, 'settlementCurrency'>,
  figures: Figures,
): Posting[] => {
  const inSettlement = quote.settlementCurrency;
  const actual = paid.reduce((sum, { booked }) => sum.plus(booked), zero);
  const exchange =
    currency === inSettlement
      ? []
      : [line('exchange', figures.recorded, inSettlement), line('exchange', zero.minus(actual), currency)];
  return [
    line('reserved', zero.minus(reserved), inSettlement),
    line('available', reserved.minus(figures.settlement), inSettlement),
    line('commission', figures.commission, inSettlement),
    ...exchange,
    ...sumByProvider(paid).map(({ providerId, booked }) => line(clearingAccount(providerId), booked, currency)),
  ].filter(({ amount }) => !amount.amount.eq(zero));
};
