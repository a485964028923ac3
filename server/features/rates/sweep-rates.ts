import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { readWishes } from './derive-rates.ts';
import { fetchTable } from './fetch-table.ts';
import { rateFeeds, type FeedFormat } from './rate-feeds.ts';
import { takeUpTable } from './take-up-table.ts';

type Needs = {
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'ratesPublished'>;
};

export type FeedSettings = {
  readonly url: string;
  readonly format: FeedFormat;
  readonly into: readonly string[];
  /** Such as `USD=USDT`. */
  readonly aliases: readonly string[];
};

/** The longest holidays of a central bank are shorter; an older table is a forgotten copy. */
const oldestDays = 14;
const dayMs = 86_400_000;

/**
 * Reads a feed and takes up its table. Any number of processes may do it, as often as they like; what is wrong with
 * a publication is thrown, and nothing of it is taken up.
 */
export const createRatesSweep = (
  { database, log, metrics }: Needs,
  { url, format, into, aliases }: FeedSettings,
): (() => Promise<void>) => {
  const { source, read } = rateFeeds[format];
  const wishes = readWishes(into, aliases);
  return async () => {
    const table = read(await fetchTable(url));
    if (table.validFrom.getTime() < Date.now() - oldestDays * dayMs) {
      throw new OperatorRefusal('table_too_old', { source, day: table.day, oldestDays });
    }
    const taken = { source, table, wishes };
    const { fresh, disputed, lost } = await takeUpTable({ database }, taken, { name: `feed:${source}`, role: 'rule' });
    const { day } = table;
    metrics.ratesPublished.set({ source }, table.validFrom.getTime() / 1_000);
    if (fresh.length > 0) log.info({ source, day, rates: fresh.length, lost }, 'Took up new exchange rates.');
    if (disputed.length > 0) {
      log.warn({ source, day, disputed }, 'Published rates differ from those on record for the same day.');
    }
  };
};
