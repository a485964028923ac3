import { nextDelayMs, readRetryAfterMs } from './delivery-schedule.ts';
import type { AttemptResult } from './results-store.ts';
import type { Answer } from './send.ts';

/** What the deliveries metric counts an attempt as. */
export type Outcome = 'delivered' | 'retried' | 'dead' | 'gone' | 'refused_address' | 'released';

export type Verdict = Omit<AttemptResult, 'eventId' | 'attempts'> & { readonly counted: Outcome };

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Decides what an answer to attempt number `attempts + 1` means. */
export const judgeAnswer = (
  answer: Answer,
  attempts: number,
  clock: { readonly nowMs: number; readonly random: () => number },
): Verdict => {
  if (answer.kind === 'stopped') {
    return { outcome: 'released', counted: 'released', delayMs: 0, httpStatus: null, error: null };
  }
  const httpStatus = answer.kind === 'answered' ? answer.status : null;
  if (httpStatus !== null && isSuccess(httpStatus)) {
    return { outcome: 'delivered', counted: 'delivered', delayMs: 0, httpStatus, error: null };
  }
  if (httpStatus === 410) {
    return { outcome: 'dead', counted: 'gone', delayMs: 0, httpStatus, error: 'gone' };
  }
  const retryAfterMs = answer.kind === 'answered' ? readRetryAfterMs(answer.retryAfter, clock.nowMs) : 0;
  const delayMs = nextDelayMs(attempts + 1, retryAfterMs, clock.random);
  const outcome = delayMs === null ? 'dead' : 'retried';
  return {
    outcome,
    counted: answer.kind === 'refused' ? 'refused_address' : outcome,
    delayMs: delayMs ?? 0,
    httpStatus,
    error: answer.kind === 'answered' ? 'unexpected_status' : answer.error,
  };
};
