import type { problems, ProblemCode } from '#generated/v1/problems';

/** The codes after which the same request is repeated: those of 429 and 503. */
export type RepeatableCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['status'] extends 429 | 503 ? Code : never;
}[ProblemCode];

/**
 * When to come back, in seconds. A second is long enough for a full pool, another create or a fail-over to be over, and
 * short enough for a shop's checkout. A code of these statuses without its seconds does not compile.
 */
const retryAfterSeconds = {
  too_many_requests: 1,
  create_in_progress: 1,
  // A provider is asked again every few seconds at first.
  evidence_unavailable: 5,
  cancellation_in_doubt: 1,
  temporarily_unavailable: 1,
} as const satisfies Record<RepeatableCode, number>;

export const retryAfterOf = (code: ProblemCode): number | undefined =>
  (retryAfterSeconds as Partial<Record<ProblemCode, number>>)[code];
