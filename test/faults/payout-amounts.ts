import fc from 'fast-check';
import type { Quote } from '#features/pricing';
import { decimal } from '#platform/money';
import { anyPriced, decimalOf } from './priced-amounts.ts';

/** Pairs without RUB are quoted with ten decimals; `rate` has ten in any case. */
const anyConverted = anyPriced.chain((priced) =>
  fc.oneof(fc.bigInt(1n, 2_000_000n), fc.bigInt(1n, 10n ** 11n)).map((rate) => {
    const quote: Quote = { ...priced.quote, fxSource: 'test', fxRate: decimal(decimalOf(rate, 10)) };
    return { ...priced, currency: 'KZT', rate, quote };
  }),
);

/** The price of a payout in roubles or tenge. */
export const anyPricedPayout = fc.oneof(
  anyPriced.map((priced) => ({ ...priced, currency: 'RUB' })),
  anyConverted.filter(({ quote }) => quote.settlementCurrency !== 'RUB'),
);

/** What became of one leg, in kopecks: it was to send `amount`, and `booked` of it arrived. */
export type LegEnd = { readonly providerId: string; readonly amount: bigint; readonly booked: bigint };

const anyEnd = (amount: bigint): fc.Arbitrary<LegEnd> =>
  fc.record({
    providerId: fc.constantFrom('bank-1', 'bank-2', 'bank-3'),
    amount: fc.constant(amount),
    booked: fc.oneof(fc.constant(amount), fc.constant(0n), fc.bigInt(0n, amount)),
  });

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** A payout with its price and the ends of its one to five legs, some of which carried all, some a part, some nothing. */
export const anyEndedPayout = anyPricedPayout.chain((priced) =>
  fc
    .array(fc.bigInt(1n, priced.kopecks), { minLength: 1, maxLength: 5 })
    .chain((amounts) => fc.tuple(...amounts.map(anyEnd)))
    .map((legs) => ({
      ...priced,
      legs,
      asked: sum(legs.map((leg) => leg.amount)),
      booked: sum(legs.map((leg) => leg.booked)),
    })),
);
