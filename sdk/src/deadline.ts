import { ConfigurationError } from './errors.ts';

// Timers take a signed 32-bit number; beyond it they fire at once.
const longestTimerMs = 2 ** 31 - 1;

/**
 * The end of a call: its time is over, or the caller's signal says stop. `signal.reason` is what to throw
 * then.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Rejects with `signal.reason` when the end comes first. */
  pause(ms: number): Promise<void>;
  /** Frees the timer and the caller's signal; to be called however the call ended. */
  release(): void;
}

export const requireDuration = (name: string, ms: number): void => {
  if (ms > 0 && ms <= longestTimerMs) return;
  throw new ConfigurationError(`${name} must be a number of milliseconds above 0 and at most ${longestTimerMs}.`);
};

const pauseUntil = async (signal: AbortSignal, ms: number): Promise<void> => {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
  signal.throwIfAborted();
};

// AbortSignal.any and AbortSignal.timeout would say this shorter, but Node 18 has only the latter.
export const startDeadline = (
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  timeoutReason: () => Error,
): Deadline => {
  requireDuration('timeoutMs', timeoutMs);
  const endsAt = Date.now() + timeoutMs;
  const controller = new AbortController();
  const forward = (): void => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => controller.abort(timeoutReason()), timeoutMs);
  if (callerSignal?.aborted) forward();
  else callerSignal?.addEventListener('abort', forward, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - Date.now()),
    pause: (ms) => pauseUntil(controller.signal, ms),
    release: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', forward);
    },
  };
};
