import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { paymentFigures } from '#features/pricing';
import { toPostingColumns } from '#ledger';
import { anyPriced, decimalOf, decimalsOf, unitsOf } from '#test/faults/priced-amounts';
import { settlementPostings } from './settlement-postings.ts';

type Line = { readonly account: string; readonly currency: string; readonly units: bigint };

const linesOf = (priced: {
  quote: Parameters<typeof paymentFigures>[1];
  amount: Parameters<typeof paymentFigures>[0];
}) => {
  const { quote, amount } = priced;
  const postings = settlementPostings('sandbox-1', amount, 'RUB', quote, paymentFigures(amount, quote));
  const { accounts, currencies, amounts } = toPostingColumns(postings);
  return accounts.map((account, index): Line => {
    const currency = currencies[index]!;
    return { account, currency, units: unitsOf(amounts[index]!, decimalsOf(currency)) };
  });
};

const sum = (lines: readonly Line[]): bigint => lines.reduce((total, { units }) => total + units, 0n);

describe('the postings of a settled payment, for any amount, rate and tariff', () => {
  it('sum to zero in every currency, and none of them is of nothing', () => {
    fc.assert(
      fc.property(anyPriced, (priced) => {
        const lines = linesOf(priced);
        for (const currency of new Set(lines.map((line) => line.currency))) {
          expect(sum(lines.filter((line) => line.currency === currency))).toBe(0n);
        }
        expect(lines.every(({ units }) => units !== 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('take the whole amount from the provider and give all that was recorded to shop and house', () => {
    fc.assert(
      fc.property(anyPriced, (priced) => {
        const lines = linesOf(priced);
        const { recorded } = paymentFigures(priced.amount, priced.quote);
        const credited = lines.filter(({ account }) => account === 'available' || account === 'commission');
        expect(lines[0]).toEqual({ account: 'clearing:sandbox-1', currency: 'RUB', units: -priced.kopecks });
        expect(decimalOf(sum(credited), priced.scale)).toBe(recorded.toFixed(priced.scale));
        expect(credited.every(({ units }) => units > 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
