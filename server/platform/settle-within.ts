import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `work` is over, but not longer than that. Rejects as `work` does while it is waited for. */
export const settleWithin = async (work: Promise<unknown>, milliseconds: number): Promise<void> => {
  const over = new AbortController();
  try {
    await Promise.race([work, pause(milliseconds, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
};
