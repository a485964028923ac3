import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible';

/** Waits for a call's place in its second. False where so many wait already that it would be long. */
export type Pace = () => Promise<boolean>;

/** So many calls in a second, and as many more that wait for the next; null: as many as there are. */
export const createPace = (callsPerSecond: number | null): Pace => {
  if (callsPerSecond === null) return () => Promise.resolve(true);
  const queue = new RateLimiterQueue(new RateLimiterMemory({ points: callsPerSecond, duration: 1 }), {
    maxQueueSize: callsPerSecond,
  });
  return () =>
    queue.removeTokens(1).then(
      () => true,
      () => false,
    );
};
