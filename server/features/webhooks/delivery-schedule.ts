const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The wait before each attempt, after the one before it. As many attempts as entries; then the delivery is dead. */
export const scheduleMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

const longestRetryAfterMs = 24 * hour;

/** Reads a `Retry-After` header (seconds or an HTTP date) as milliseconds from now, at most 24 hours. */
export const readRetryAfterMs = (header: string | undefined, nowMs: number): number => {
  const text = header?.trim() ?? '';
  // Dates always begin with the name of a day; anything else that Date.parse would guess at is not one.
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * second
    : /^[A-Z][a-z]{2,8}, /.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), longestRetryAfterMs);
};

/**
 * How long to wait after `attempts` failed ones, or null when that was the last. A receiver's Retry-After can only
 * lengthen the wait: shortening it would let "try in a second" burn all attempts within seconds.
 */
export const nextDelayMs = (attempts: number, retryAfterMs: number, random: () => number): number | null => {
  const scheduled = scheduleMs[attempts];
  if (scheduled === undefined) return null;
  const jittered = scheduled * (0.9 + 0.2 * random());
  return Math.round(Math.max(jittered, retryAfterMs));
};
