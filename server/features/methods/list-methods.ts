import { mostCarried } from '#features/payouts';
import type { DirectedMethod, PricingStore, TariffRule } from '#features/pricing';
import type { CreateScope } from '#features/operations';
import { largest, smallest, type Currency, type Decimal } from '#platform/money';
import type { Route, Routing } from '#providers';

export type ListMethodsNeeds = {
  readonly pricing: PricingStore;
  readonly routing: Pick<Routing, 'routes'>;
};

export type UsableMethod = {
  readonly code: string;
  readonly direction: DirectedMethod['direction'];
  readonly currency: Currency;
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
};

type Limits = { readonly minAmount: Decimal; readonly maxAmount: Decimal };
type Carrying = Pick<Route, 'minAmount' | 'maxAmount'>;

/** A payment is carried by one route; a payout may be split, so its routes carry more together than each alone. */
const carriedBy = (direction: DirectedMethod['direction'], routes: readonly Carrying[]): readonly Limits[] =>
  direction === 'payment' || routes.length === 0
    ? routes
    : [{ minAmount: smallest(...routes.map((route) => route.minAmount)), maxAmount: mostCarried(routes) }];

const isEmpty = ({ minAmount, maxAmount }: Limits): boolean => minAmount.gt(maxAmount);

const inBoth = (one: Limits, other: Limits): Limits => ({
  minAmount: largest(one.minAmount, other.minAmount),
  maxAmount: smallest(one.maxAmount, other.maxAmount),
});

/** Nothing tells the bank of a payment's destination beforehand: it counts as another one's. */
const canPrice = (direction: DirectedMethod['direction'], { bankTier }: TariffRule): boolean =>
  direction === 'payout' || bankTier !== 'intrabank';

/** From the smallest to the largest amount that method, some tariff and some route allow; null where there is none. */
export const limitsOf = (
  method: DirectedMethod,
  tariffs: readonly TariffRule[],
  routes: readonly Carrying[],
): Limits | null => {
  const allowed = tariffs
    .filter((tariff) => canPrice(method.direction, tariff))
    .flatMap((tariff) => carriedBy(method.direction, routes).map((carried) => inBoth(inBoth(method, tariff), carried)))
    .filter((limits) => !isEmpty(limits));
  if (allowed.length === 0) return null;
  return {
    minAmount: smallest(...allowed.map(({ minAmount }) => minAmount)),
    maxAmount: largest(...allowed.map(({ maxAmount }) => maxAmount)),
  };
};

const describeMethod = async (
  { pricing, routing }: ListMethodsNeeds,
  { shopId, settlementCurrency }: CreateScope,
  method: DirectedMethod,
): Promise<UsableMethod[]> => {
  const { code, direction, currency } = method;
  const needsRate = currency !== settlementCurrency;
  if (needsRate && (await pricing.rate(shopId, currency, settlementCurrency)) === null) return [];
  const tariffs = await pricing.tariffs(shopId, direction, code);
  const limits = limitsOf(method, tariffs, await routing.routes(shopId, direction, code));
  return limits === null ? [] : [{ code, direction, currency, ...limits }];
};

/** What a shop can create operations with just now: it has a route, a tariff and, where one is needed, an exchange rate. */
export const listMethods = async (needs: ListMethodsNeeds, scope: CreateScope): Promise<UsableMethod[]> => {
  const { all } = await needs.pricing.methods(scope.api);
  const usable: UsableMethod[] = [];
  // One after the other: a request that no caller waits for long holds one connection of the pool, and not a dozen.
  for (const method of all) usable.push(...(await describeMethod(needs, scope, method)));
  return usable;
};
