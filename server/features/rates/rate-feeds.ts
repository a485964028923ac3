import { bankOfRussia } from './bank-of-russia.ts';
import { europeanCentralBank } from './european-central-bank.ts';
import type { RateFeed } from './rate-table.ts';

/** Every format that can be read, by the name that commands and settings use. */
export const rateFeeds = {
  cbr: bankOfRussia,
  ecb: europeanCentralBank,
} as const satisfies Record<string, RateFeed>;

export type FeedFormat = keyof typeof rateFeeds;

export const feedFormats = Object.keys(rateFeeds) as FeedFormat[];

/** Whether rates of this source come, or will come, from one of the feeds. */
export const isFeedSource = (source: string): boolean =>
  Object.values(rateFeeds).some((feed) => source === feed.source || source.startsWith(`${feed.source}:`));
