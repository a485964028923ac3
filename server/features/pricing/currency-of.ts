import type { Api } from '#platform/apis';
import type { Currency } from '#platform/money';
import type { Direction, PricingStore } from './pricing-store.ts';

/**
 * The currency that a method fixes, for an API whose requests name none. Empty of a method that there is not: it is refused where
 * the rules of the method are looked at, after the identifier.
 */
export const currencyOf = async (
  { pricing }: { readonly pricing: Pick<PricingStore, 'methods'> },
  { api }: { readonly api: Api },
  direction: Direction,
  method: string,
): Promise<Currency> => (await pricing.methods(api)).find(direction, method)?.currency ?? '';
