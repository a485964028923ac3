import { ApiError, RateLimitError, RequestTimeoutError, UnavailableError } from './api-errors.ts';
import { ConnectionError } from './errors.ts';

const firstPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * Failures that may pass and after which the same request is safe to send again, thanks to its identifier.
 */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ConnectionError ||
  failure instanceof RateLimitError ||
  failure instanceof RequestTimeoutError ||
  failure instanceof UnavailableError;

/** How long the server asked to wait; 0 when it did not. */
export const requestedPauseMs = (failure: unknown): number =>
  failure instanceof ApiError ? (failure.retryAfterMs ?? 0) : 0;

/**
 * Doubles from one retry to the next, with half of it left to chance so that many clients do not come back
 * together; `Retry-After` is waited out first.
 */
export const retryPauseMs = (retriesSoFar: number, failure: unknown): number => {
  const longest = Math.min(firstPauseMs * 2 ** retriesSoFar, longestPauseMs);
  return requestedPauseMs(failure) + longest * (0.5 + Math.random() / 2);
};
