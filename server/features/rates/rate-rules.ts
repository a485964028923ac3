import type { OneOf, RateFaults } from '#platform/refusals';
import { decimal, Decimal, rateScaleOf, zero, type Currency } from '#platform/money';

/** How a rate is written: above zero, at most ten decimals, never an exponent. */
export const rateForm = /^(?!0*\.?0*$)\d{1,12}(\.\d{1,10})?$/;
export const currencyForm = /^[A-Z]{3,4}$/;

const decimalsOf = (number: string): number => decimal(number).toFixed().split('.')[1]?.length ?? 0;

/** What speaks against a rate that an operator names by hand; null if nothing does. */
export const faultOfRate = (from: Currency, to: Currency, rate: string): OneOf<RateFaults> | null => {
  if (from === to) return { code: 'same_currency', details: {} };
  const decimals = rateScaleOf(from, to);
  return decimalsOf(rate) > decimals ? { code: 'rate_too_fine', details: { from, to, decimals } } : null;
};

/** Whether nothing is left of a rate at the decimals of its pair: it would turn any amount into zero. */
export const isRateLost = (from: Currency, to: Currency, rate: Decimal): boolean =>
  rate.round(rateScaleOf(from, to), Decimal.roundHalfEven).eq(zero);
