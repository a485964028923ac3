import fc from 'fast-check';
import type { Quote } from '#features/pricing';
import { decimal } from '#platform/money';

// The arithmetic here is on whole numbers only and shares nothing with the code it checks.

/** Decimals of a currency's amounts. */
export const decimalsOf = (currency: string): number => (currency === 'USDT' ? 6 : 2);

/** `10050n` with scale 2 is `100.50`. */
export const decimalOf = (units: bigint, scale: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** `100.50` with scale 2 is `10050n`. */
export const unitsOf = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  if (fraction.length > scale) throw new Error(`${text} has more than ${scale} decimals.`);
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return text.startsWith('-') ? -units : units;
};

/** Both for numerators of zero or more. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  const twiceRest = 2n * (numerator % denominator);
  if (twiceRest === denominator) return quotient + (quotient % 2n);
  return twiceRest > denominator ? quotient + 1n : quotient;
};

/** Small numbers, round ones and any others: ties and exact minima are as likely as the rest. */
const upTo = (most: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt(0n, 200n),
    fc.bigInt(0n, most / 5_000n).map((part) => part * 5_000n),
    fc.bigInt(0n, most),
  );

const priced = fc.record({
  kopecks: fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 99_999_999_999n)),
  conversion: fc.constantFrom('none', 'USDT', 'USD'),
  /** With ten decimals; RUB pairs have six of them. */
  quoted: fc.oneof(
    fc.bigInt(1n, 2_000_000n),
    fc.bigInt(1n, 200n).map((part) => part * 5_000n),
  ),
  /** With six decimals. */
  percent: upTo(99_999_999n),
  fixed: upTo(1_000_000_000n),
  minimum: upTo(1_000_000_000n),
});

export const anyPriced = priced.map(({ kopecks, conversion, quoted, percent, fixed, minimum }) => {
  const rate = conversion === 'none' ? 10n ** 10n : quoted * 10_000n;
  const quote: Quote = {
    fxSource: conversion === 'none' ? null : 'test',
    fxRate: decimal(decimalOf(rate, 10)),
    settlementCurrency: conversion === 'none' ? 'RUB' : conversion,
    tariff: {
      percent: decimal(decimalOf(percent, 6)),
      fixed: decimal(decimalOf(fixed, 6)),
      minimum: decimal(decimalOf(minimum, 6)),
    },
  };
  const scale = decimalsOf(quote.settlementCurrency);
  return { kopecks, rate, percent, fixed, minimum, quote, scale, amount: decimal(decimalOf(kopecks, 2)) };
});
