import { createRatesSweep } from '#features/rates';
import type { Sweep } from '../entrances/jobs/index.ts';
import type { Foundation } from './foundation.ts';

/** None where no feed is configured. */
export const ratesSweeps = (foundation: Foundation): readonly Sweep[] => {
  const { RATES_FEED_URL: url, RATES_FEED_FORMAT: format, RATES_FEED_EVERY_SECONDS } = foundation.config;
  const { RATES_FEED_INTO: into, RATES_FEED_AS: aliases } = foundation.config;
  if (url === undefined) return [];
  const run = createRatesSweep(foundation, { url, format, into, aliases });
  return [{ name: 'rates', everyMs: RATES_FEED_EVERY_SECONDS * 1_000, run }];
};
