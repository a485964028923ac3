/** Long enough for a full pool, another create or a fail-over to be over, and short enough for a shop's checkout. */
const seconds = 1;

/** When to come back, in seconds, of an error that is answered by repeating. */
export const retryAfterOf = (status: number): number | undefined =>
  status === 429 || status === 503 ? seconds : undefined;
