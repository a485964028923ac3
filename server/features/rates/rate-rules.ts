import { decimal, Decimal, rateScaleOf, zero, type Currency } from '#platform/money';

/** How a rate is written: above zero, at most ten decimals, never an exponent. */
export const rateForm = /^(?!0*\.?0*$)\d{1,12}(\.\d{1,10})?$/;
export const currencyForm = /^[A-Z]{3,4}$/;

const decimalsOf = (number: string): number => decimal(number).toFixed().split('.')[1]?.length ?? 0;

/** What speaks against a rate that somebody names by hand; null if nothing does. */
export const problemWithRate = (from: Currency, to: Currency, rate: string): string | null => {
  if (from === to) return 'a rate leads from one currency to another';
  const scale = rateScaleOf(from, to);
  return decimalsOf(rate) > scale ? `${from} to ${to} is quoted with ${scale} decimals` : null;
};

/** Whether nothing is left of a rate at the decimals of its pair: it would turn any amount into zero. */
export const isRateLost = (from: Currency, to: Currency, rate: Decimal): boolean =>
  rate.round(rateScaleOf(from, to), Decimal.roundHalfEven).eq(zero);
