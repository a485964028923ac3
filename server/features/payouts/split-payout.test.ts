import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal, largest, zero, type Decimal, type Money } from '#platform/money';
import { canCarry } from '#providers';
import { decimalOf } from '#test/faults/priced-amounts';
import { mostCarried, splitPayout } from './split-payout.ts';

type Carrier = Parameters<typeof splitPayout>[1][number];

const inOne = ({ amount }: Money): readonly Decimal[] => [amount];
const carrier = (providerId: string, least: string, most: string, split = inOne): Carrier => ({
  provider: { providerId, isPayoutRepeatable: true, splitPayout: split },
  minAmount: decimal(least),
  maxAmount: decimal(most),
});
const roubles = (amount: string): Money => ({ amount: decimal(amount), currency: 'RUB' });
const shown = (amount: string, routes: readonly Carrier[]): string[] | undefined =>
  splitPayout(roubles(amount), routes)?.map(({ providerId, amount: part }) => `${providerId} ${part.toFixed(2)}`);

const kopecks = fc.oneof(
  fc.bigInt(1n, 3_000n),
  fc.bigInt(1n, 200n).map((hundreds) => hundreds * 10_000n),
  fc.bigInt(1n, 99_999_999_999n),
);
const anyRoutes = fc.array(fc.tuple(kopecks, kopecks), { maxLength: 4 }).map((limits) =>
  limits.map(([one, other], index) => {
    const [least, most] = one < other ? [one, other] : [other, one];
    return carrier(`bank-${index}`, decimalOf(least, 2), decimalOf(most, 2));
  }),
);
/** Often a small multiple of what some route carries, so that splitting is needed and possible. */
const anyCase = anyRoutes.chain((routes) =>
  fc.record({
    routes: fc.constant(routes),
    amount: fc.oneof(
      kopecks,
      fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 100, max: 2_500 })).map(([index, percent]) => {
        const most = BigInt((routes[index]?.maxAmount ?? decimal('1')).times('100').toFixed(0));
        return (most * BigInt(percent)) / 100n + 1n;
      }),
    ),
  }),
);

const runs = { numRuns: 1_000 };

describe('the legs of a payout, for any amount and routes', () => {
  it('sum to the amount, and none is beyond the limits of its route', () => {
    let splits = 0;
    fc.assert(
      fc.property(anyCase, ({ amount, routes }) => {
        const legs = splitPayout(roubles(decimalOf(amount, 2)), routes);
        if (legs === null) return;
        if (legs.length > 1) splits += 1;
        expect(legs.reduce((sum, leg) => sum.plus(leg.amount), zero).toFixed(2)).toBe(decimalOf(amount, 2));
        for (const { providerId, amount: part } of legs) {
          const route = routes.find(({ provider }) => provider.providerId === providerId)!;
          expect(canCarry(route, part)).toBe(true);
          expect(part.round(2).eq(part)).toBe(true);
        }
      }),
      runs,
    );
    // The property is not about payouts in one piece alone.
    expect(splits).toBeGreaterThan(50);
  });

  it('are at least one and at most twenty', () => {
    fc.assert(
      fc.property(anyCase, ({ amount, routes }) => {
        const legs = splitPayout(roubles(decimalOf(amount, 2)), routes);
        expect(legs?.length ?? 1).toBeGreaterThan(0);
        expect(legs?.length ?? 1).toBeLessThanOrEqual(20);
      }),
      runs,
    );
  });

  it('are one, over the best route that can carry it whole, where there is such a route', () => {
    fc.assert(
      fc.property(anyCase, ({ amount, routes }) => {
        const whole = routes.find((route) => canCarry(route, decimal(decimalOf(amount, 2))));
        fc.pre(whole !== undefined);
        const legs = splitPayout(roubles(decimalOf(amount, 2)), routes);
        expect(legs?.map(({ providerId }) => providerId)).toEqual([whole.provider.providerId]);
      }),
      runs,
    );
  });
});

it('the most that routes carry in one payout can be split over them, and more than twenty of the largest cannot', () => {
  fc.assert(
    fc.property(anyRoutes, (routes) => {
      const most = mostCarried(routes);
      if (routes.length > 0) expect(splitPayout(roubles(most.toFixed(2)), routes)).not.toBeNull();
      // Where the limits do not fit together, a route may be passed over in its turn: a little more is possible then.
      const largestRoute = largest(zero, ...routes.map(({ maxAmount }) => maxAmount));
      expect(splitPayout(roubles(largestRoute.times('20').plus('0.01').toFixed(2)), routes)).toBeNull();
    }),
    runs,
  );
});

describe('the legs of a payout', () => {
  it('take turns with the routes, each as much as it may', () => {
    const routes = [carrier('first', '10.00', '1000.00'), carrier('second', '10.00', '500.00')];
    expect(shown('1000.00', routes)).toEqual(['first 1000.00']);
    expect(shown('1400.00', routes)).toEqual(['first 1000.00', 'second 400.00']);
    expect(shown('2600.00', routes)).toEqual(['first 1000.00', 'second 500.00', 'first 1000.00', 'second 100.00']);
  });

  it('leave no rest that is less than any route carries', () => {
    const routes = [carrier('first', '10.00', '1000.00')];
    expect(shown('1000.01', routes)).toEqual(['first 990.01', 'first 10.00']);
  });

  it('do not exist without routes, below every least, or beyond twenty transfers', () => {
    expect(shown('100.00', [])).toBeUndefined();
    expect(shown('9.99', [carrier('first', '10.00', '1000.00')])).toBeUndefined();
    expect(shown('20000.00', [carrier('first', '10.00', '1000.00')])).toHaveLength(20);
    expect(shown('20000.01', [carrier('first', '10.00', '1000.00')])).toBeUndefined();
  });

  it('are those that the provider of each part makes of it', () => {
    const inHalves = ({ amount }: Money): readonly Decimal[] => [amount.div(decimal('2')), amount.div(decimal('2'))];
    const routes = [carrier('first', '10.00', '1000.00', inHalves), carrier('second', '10.00', '500.00')];
    expect(shown('1400.00', routes)).toEqual(['first 500.00', 'first 500.00', 'second 400.00']);
  });

  it('do not exist beyond twenty transfers of providers either', () => {
    const inSevens = ({ amount }: Money): readonly Decimal[] => Array<Decimal>(7).fill(amount.div(decimal('7')));
    const routes = [carrier('first', '7.00', '700.00', inSevens)];
    expect(shown('1400.00', routes)).toHaveLength(14);
    expect(shown('2100.00', routes)).toBeUndefined();
  });

  it('are refused when a provider splits into something else than the whole', () => {
    const short = ({ amount }: Money): readonly Decimal[] => [amount.minus(decimal('0.01'))];
    expect(() => shown('100.00', [carrier('first', '10.00', '1000.00', short)])).toThrow('splits into the whole');
  });
});
