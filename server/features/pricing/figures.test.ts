import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatAmount, zero } from '#platform/money';
import { anyPriced, divideHalfEven, divideHalfUp, decimalOf } from '#test/faults/priced-amounts';
import { paymentFigures, payoutFigures } from './index.ts';

const runs = { numRuns: 500 };

describe('the figures of any amount, rate and tariff', () => {
  it('record the amount times the rate, rounded half to even', () => {
    fc.assert(
      fc.property(anyPriced, ({ kopecks, rate, quote, scale, amount }) => {
        // Kopecks have two decimals and the rate ten: twelve together, of which the settlement currency keeps its own.
        const recorded = divideHalfEven(kopecks * rate, 10n ** BigInt(12 - scale));
        expect(formatAmount(paymentFigures(amount, quote).recorded, quote.settlementCurrency)).toBe(
          decimalOf(recorded, scale),
        );
      }),
      runs,
    );
  });

  it('charge the percentage and the fixed part, at least the minimum, rounded half up', () => {
    fc.assert(
      fc.property(anyPriced, ({ kopecks, rate, percent, fixed, minimum, quote, scale, amount }) => {
        const unit = 10n ** BigInt(6 - scale);
        const recorded = divideHalfEven(kopecks * rate, 10n ** BigInt(12 - scale));
        // In units of 1e-14: six decimals of the amount, six of the percentage and two of the hundred.
        const exact = recorded * unit * percent + fixed * 10n ** 8n;
        const least = minimum * 10n ** 8n;
        const charged = recorded === 0n ? 0n : divideHalfUp(exact > least ? exact : least, unit * 10n ** 8n);
        const expected = (commission: bigint): string => decimalOf(commission, scale);
        const payment = paymentFigures(amount, quote);
        const payout = payoutFigures(amount, quote);
        const { settlementCurrency: currency } = quote;
        expect(formatAmount(payout.commission, currency)).toBe(expected(charged));
        expect(formatAmount(payment.commission, currency)).toBe(expected(charged < recorded ? charged : recorded));
      }),
      runs,
    );
  });

  it('settle exactly what was recorded less the commission, for a payout plus the commission', () => {
    fc.assert(
      fc.property(anyPriced, ({ quote, amount }) => {
        const payment = paymentFigures(amount, quote);
        const payout = payoutFigures(amount, quote);
        expect(payment.settlement.plus(payment.commission).eq(payment.recorded)).toBe(true);
        expect(payout.settlement.minus(payout.commission).eq(payout.recorded)).toBe(true);
        expect(payment.settlement.gte(zero)).toBe(true);
        expect(payment.commission.gte(zero)).toBe(true);
      }),
      runs,
    );
  });

  it('charge nothing when nothing moved or the tariff is zero, and something whenever a part is fixed', () => {
    fc.assert(
      fc.property(anyPriced, ({ percent, fixed, minimum, quote, amount }) => {
        const { recorded, commission } = payoutFigures(amount, quote);
        expect(payoutFigures(zero, quote).commission.eq(zero)).toBe(true);
        if (percent === 0n && fixed === 0n && minimum === 0n) expect(commission.eq(zero)).toBe(true);
        if (recorded.gt(zero) && fixed >= 10_000n) expect(commission.gt(zero)).toBe(true);
      }),
      runs,
    );
  });
});
