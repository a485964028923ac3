import Big from 'big.js';

/** big.js in strict mode refuses JavaScript numbers, so a float cannot slip into a money calculation. */
export const Decimal = Big();
Decimal.strict = true;
Decimal.DP = 20;

export type Decimal = Big;
export type Currency = string;
export type Money = { readonly amount: Decimal; readonly currency: Currency };

/** Decimal places of a currency's amounts: two, and six for USDT. */
export const scaleOf = (currency: Currency): number => (currency === 'USDT' ? 6 : 2);

/** Decimal places of an exchange rate: pairs with RUB are quoted with six, others with ten. */
export const rateScaleOf = (from: Currency, to: Currency): number => (from === 'RUB' || to === 'RUB' ? 6 : 10);

export const decimal = (text: string): Decimal => new Decimal(text);
/** One spelling for equal numbers: what the database answers as `3.000000` is `3`. */
export const plainNumber = (text: string): string => decimal(text).toFixed();

export const zero: Decimal = decimal('0');

/** Rounds to the currency's scale, ties to the even neighbour: the rule for recorded amounts. */
export const roundHalfEven = (amount: Decimal, currency: Currency): Decimal =>
  amount.round(scaleOf(currency), Decimal.roundHalfEven);

/** Rounds to the currency's scale, ties away from zero: the rule for commissions. */
export const roundHalfUp = (amount: Decimal, currency: Currency): Decimal =>
  amount.round(scaleOf(currency), Decimal.roundHalfUp);

/** The amount as text with exactly the currency's number of decimals; never in exponent form. */
export const formatAmount = (amount: Decimal, currency: Currency): string => amount.toFixed(scaleOf(currency));

export const formatRate = (rate: Decimal, from: Currency, to: Currency): string => rate.toFixed(rateScaleOf(from, to));

export const largest = (...amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((most, amount) => (amount.gt(most) ? amount : most));

export const smallest = (...amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((least, amount) => (amount.lt(least) ? amount : least));
