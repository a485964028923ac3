import { createRecentCache } from '#platform/recent-cache';
import type { Database } from '#platform/database';
import { createPricingStore, type Direction, type PricingStore } from './pricing-store.ts';

export {
  paymentFigures,
  payoutFigures,
  quoteOf,
  toQuoteColumns,
  type Figures,
  type Quote,
  type QuoteColumns,
  type Tariff,
} from './figures.ts';
export { nameOfFormat, normaliseNumber, numberFormats, type NumberFormat } from './number-formats.ts';
export { listMethodSettings, type MethodSetting } from './method-settings-store.ts';
export { methodSubject, setMethod } from './set-method.ts';
export { removeTariff, setTariff, tariffSubject } from './set-tariff.ts';
export { listTariffSettings, type TariffKey, type TariffSetting } from './tariff-settings-store.ts';
export { currencyOf } from './currency-of.ts';
export { quoteOperation, type QuoteRequest } from './quote-operation.ts';
export {
  createPricingStore,
  type DirectedMethod,
  type Method,
  type PricingStore,
  type TariffRule,
} from './pricing-store.ts';

const maxAgeMs = 1_000;
const maxEntries = 10_000;

/** The same store, asking the database about each method, tariff and rate at most once a second. */
export const rememberPricing = (database: Database): PricingStore => {
  const store = createPricingStore(database);
  const methods = createRecentCache({ maxAgeMs, maxEntries, load: store.methods });
  const rate = createRecentCache({
    maxAgeMs,
    maxEntries,
    load: (key) => {
      const [shopId = '', base = '', quote = ''] = key.split(' ');
      return store.rate(shopId, base, quote);
    },
  });
  const tariffs = createRecentCache({
    maxAgeMs,
    maxEntries,
    load: (key) => {
      const [shopId = '', direction = '', method = ''] = key.split(' ');
      return store.tariffs(shopId, direction as Direction, method);
    },
  });
  return {
    methods,
    rate: (shopId, base, quote) => rate(`${shopId} ${base} ${quote}`),
    tariffs: (shopId, direction, method) => tariffs(`${shopId} ${direction} ${method}`),
  };
};
