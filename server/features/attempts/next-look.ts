/** The last looks at an attempt that nothing is learned of are so far apart. */
const longestPauseSeconds = 86_400;

/**
 * SQL for when an attempt that stays open is looked into next: after a quarter of the time for which it has been, so that looks come
 * after seconds, then minutes, hours and days. `since` is the column that says from when on.
 */
export const nextLook = (since: 'created_at' | 'updated_at', leastSeconds: number): string =>
  `now() + least(greatest(extract(epoch from now() - ${since}) / 4, ${leastSeconds}), ${longestPauseSeconds})
      * interval '1 second'`;
