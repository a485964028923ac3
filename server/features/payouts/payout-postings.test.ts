import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { payoutFigures } from '#features/pricing';
import { toPostingColumns } from '#ledger';
import { decimal } from '#platform/money';
import { anyEndedPayout } from '#test/faults/payout-amounts';
import { decimalOf, decimalsOf, divideHalfEven, unitsOf } from '#test/faults/priced-amounts';
import { payoutPostings, sumByProvider } from './payout-postings.ts';

type Ended = Parameters<Parameters<typeof anyEndedPayout.map>[0]>[0];
type Line = { readonly account: string; readonly currency: string; readonly units: bigint };

const sum = (lines: readonly Line[]): bigint => lines.reduce((total, { units }) => total + units, 0n);

const settlementOf = ({ legs, asked, booked, currency, quote, rate, scale }: Ended) => {
  const reserve = payoutFigures(decimal(decimalOf(asked, 2)), quote);
  const figures = payoutFigures(decimal(decimalOf(booked, 2)), quote);
  const paid = legs.map((leg) => ({ providerId: leg.providerId, booked: decimal(decimalOf(leg.booked, 2)) }));
  const columns = toPostingColumns(payoutPostings(reserve.settlement, paid, currency, quote, figures));
  const lines = columns.accounts.map((account, index): Line => {
    const lineCurrency = columns.currencies[index]!;
    return { account, currency: lineCurrency, units: unitsOf(columns.amounts[index]!, decimalsOf(lineCurrency)) };
  });
  const moved = (account: string, inCurrency: string): bigint =>
    sum(lines.filter((line) => line.account === account && line.currency === inCurrency));
  return {
    lines,
    moved,
    inSettlement: quote.settlementCurrency,
    reserved: unitsOf(reserve.settlement.toFixed(scale), scale),
    commission: unitsOf(figures.commission.toFixed(scale), scale),
    reservedCommission: unitsOf(reserve.commission.toFixed(scale), scale),
    // Kopecks have two decimals and the rate ten: twelve together, of which the settlement currency keeps its own.
    recorded: divideHalfEven(booked * rate, 10n ** BigInt(12 - scale)),
  };
};

const runs = { numRuns: 500 };

describe('the postings of a payout that ended, for any legs, rate and tariff', () => {
  it('sum to zero in every currency, and none of them is of nothing', () => {
    fc.assert(
      fc.property(anyEndedPayout, (ended) => {
        const { lines } = settlementOf(ended);
        for (const currency of new Set(lines.map((line) => line.currency))) {
          expect(sum(lines.filter((line) => line.currency === currency))).toBe(0n);
        }
        expect(lines.every(({ units }) => units !== 0n)).toBe(true);
      }),
      runs,
    );
  });

  it('capture what was recorded and the commission, release the rest of the reserve, and never more than all of it', () => {
    fc.assert(
      fc.property(anyEndedPayout, (ended) => {
        const { moved, inSettlement, reserved, recorded, commission, reservedCommission } = settlementOf(ended);
        expect(moved('reserved', inSettlement)).toBe(-reserved);
        expect(moved('commission', inSettlement)).toBe(commission);
        expect(moved('available', inSettlement)).toBe(reserved - recorded - commission);
        expect(recorded + commission).toBeLessThanOrEqual(reserved);
        expect(commission).toBeLessThanOrEqual(reservedCommission);
      }),
      runs,
    );
  });

  it('owe each provider what it paid, and exchange nothing but what was paid', () => {
    fc.assert(
      fc.property(anyEndedPayout, (ended) => {
        const { moved, lines, inSettlement, recorded } = settlementOf(ended);
        for (const providerId of ['bank-1', 'bank-2', 'bank-3']) {
          const booked = ended.legs.filter((leg) => leg.providerId === providerId).map((leg) => leg.booked);
          expect(moved(`clearing:${providerId}`, ended.currency)).toBe(booked.reduce((total, one) => total + one, 0n));
        }
        const isConverted = ended.currency !== inSettlement;
        expect(moved('exchange', inSettlement)).toBe(isConverted ? recorded : 0n);
        expect(moved('exchange', ended.currency)).toBe(isConverted ? -ended.booked : 0n);
        expect(lines.filter(({ account }) => account.startsWith('clearing:')).length).toBeLessThanOrEqual(3);
      }),
      runs,
    );
  });
});

it('adds up what a provider paid of several legs', () => {
  const legs = [
    ['bank-2', '1.00'],
    ['bank-1', '2.50'],
    ['bank-2', '0.25'],
  ] as const;
  const sums = sumByProvider(legs.map(([providerId, booked]) => ({ providerId, booked: decimal(booked) })));
  expect(sums.map(({ providerId, booked }) => `${providerId} ${booked.toFixed(2)}`)).toEqual([
    'bank-2 1.25',
    'bank-1 2.50',
  ]);
});
