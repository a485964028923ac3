export { readWishes, type DerivedRate, type Wishes } from './derive-rates.ts';
export { fetchTable } from './fetch-table.ts';
export { feedFormats, isFeedSource, rateFeeds, type FeedFormat } from './rate-feeds.ts';
export { currencyForm, faultOfRate, rateForm } from './rate-rules.ts';
export { listRates, type ListedRate, type Rate, type RateFilter } from './rates-store.ts';
export type { RateFeed, RateTable } from './rate-table.ts';
export { setRate, succeedRate } from './set-rate.ts';
export { createRatesSweep, type FeedSettings } from './sweep-rates.ts';
export { planTable, takeUpTable, type TablePlan, type TableToTakeUp } from './take-up-table.ts';
