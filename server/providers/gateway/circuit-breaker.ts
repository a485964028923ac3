export type BreakerLimits = {
  /** So many failures in a row, and nothing else in between, open the circuit. */
  readonly failures: number;
  /** While it is open, one call in each such time goes out, to see whether it can be closed. */
  readonly pauseMs: number;
};

export type CircuitBreaker = {
  /** Whether a call may go out now. */
  readonly admits: () => boolean;
  readonly succeed: () => void;
  readonly fail: () => void;
};

/** Keeps calls back that would only wait for a provider that is down. What was kept back was surely not sent. */
export const createCircuitBreaker = (
  { failures, pauseMs }: BreakerLimits,
  onChange: (isOpen: boolean) => void,
  now: () => number = () => performance.now(),
): CircuitBreaker => {
  let failed = 0;
  /** Null while the circuit is closed. */
  let nextProbeAt: number | null = null;
  return {
    admits: () => {
      if (nextProbeAt === null) return true;
      if (now() < nextProbeAt) return false;
      nextProbeAt = now() + pauseMs;
      return true;
    },
    succeed: () => {
      failed = 0;
      if (nextProbeAt === null) return;
      nextProbeAt = null;
      onChange(false);
    },
    fail: () => {
      failed += 1;
      if (failed < failures) return;
      const wasClosed = nextProbeAt === null;
      nextProbeAt = now() + pauseMs;
      if (wasClosed) onChange(true);
    },
  };
};
