import { strict as assert } from 'node:assert';
import { largest, smallest, zero, type Decimal, type Money } from '#platform/money';
import { canCarry, type Route } from '#providers';
import type { Leg } from './payout.ts';

type Carrier = Pick<Route, 'minAmount' | 'maxAmount'> & {
  readonly provider: Pick<Route['provider'], 'providerId' | 'isPayoutRepeatable' | 'splitPayout'>;
};
type Part = { readonly route: Carrier; readonly amount: Decimal };

/** More transfers than this is a wrong limit somewhere rather than a payout. */
const mostLegs = 20;

/**
 * The routes take turns, each as much as it may, so that the parts go over several providers at once. No part leaves
 * less behind than the next one must at least be.
 */
const splitByLimits = (amount: Decimal, routes: readonly Carrier[]): Part[] | null => {
  const least = routes.reduce((min, route) => smallest(min, route.minAmount), routes[0]!.minAmount);
  const parts: Part[] = [];
  let rest = amount;
  for (let turn = 0; rest.gt(zero) && parts.length < mostLegs && turn < mostLegs * routes.length; turn += 1) {
    const route = routes[turn % routes.length]!;
    const whole = smallest(rest, route.maxAmount);
    const left = rest.minus(whole);
    const part = left.gt(zero) && left.lt(least) ? rest.minus(least) : whole;
    if (!canCarry(route, part)) continue;
    parts.push({ route, amount: part });
    rest = rest.minus(part);
  }
  return rest.eq(zero) ? parts : null;
};

/** What these routes carry in one payout when each takes as much as it may in each of its turns; zero without any. */
export const mostCarried = (routes: readonly Pick<Route, 'maxAmount'>[]): Decimal => {
  const turns = Array.from({ length: mostLegs }, (_unused, turn) => routes[turn % routes.length]?.maxAmount ?? zero);
  const split = turns.reduce((sum, most) => sum.plus(most), zero);
  return largest(split, ...routes.map(({ maxAmount }) => maxAmount));
};

const transfersOf = ({ route, amount }: Part, currency: Money['currency']): Leg[] => {
  const { providerId, isPayoutRepeatable: isRepeatable } = route.provider;
  const amounts = route.provider.splitPayout({ amount, currency });
  const sum = amounts.reduce((total, part) => total.plus(part), zero);
  assert(sum.eq(amount) && amounts.every((part) => part.gt(zero)), `Provider ${providerId} splits into the whole.`);
  return amounts.map((part) => ({ providerId, amount: part, isRepeatable }));
};

/**
 * The legs of a payout: one over the best route that can carry it whole, else several within the routes' limits; a
 * provider may want several transfers of its own. Null when the routes cannot carry it.
 */
export const splitPayout = ({ amount, currency }: Money, routes: readonly Carrier[]): Leg[] | null => {
  if (routes.length === 0) return null;
  const whole = routes.find((route) => canCarry(route, amount));
  const parts = whole === undefined ? splitByLimits(amount, routes) : [{ route: whole, amount }];
  const legs = parts?.flatMap((part) => transfersOf(part, currency)) ?? [];
  return legs.length === 0 || legs.length > mostLegs ? null : legs;
};
