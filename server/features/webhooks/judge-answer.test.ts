import { describe, expect, it } from '@jest/globals';
import { judgeAnswer } from './judge-answer.ts';
import type { Answer } from './send.ts';

const clock = { nowMs: Date.parse('2026-02-10T09:00:00Z'), random: () => 0.5 };
const answered = (status: number, retryAfter?: string): Answer => ({ kind: 'answered', status, retryAfter });

describe('an answer', () => {
  it.each([200, 201, 204, 299])('of %d is a success', (status) => {
    expect(judgeAnswer(answered(status), 0, clock)).toMatchObject({
      outcome: 'delivered',
      httpStatus: status,
      error: null,
    });
  });

  it.each([100, 301, 302, 307, 400, 401, 404, 409, 429, 500, 503])('of %d is a failure', (status) => {
    expect(judgeAnswer(answered(status), 0, clock)).toMatchObject({ outcome: 'retried', delayMs: 5_000 });
  });

  it('of 410 ends the delivery at once', () => {
    expect(judgeAnswer(answered(410, '5'), 0, clock)).toMatchObject({
      outcome: 'dead',
      counted: 'gone',
      error: 'gone',
    });
  });

  it('of any failure may ask for a later attempt', () => {
    expect(judgeAnswer(answered(503, 'Tue, 10 Feb 2026 10:00:00 GMT'), 0, clock).delayMs).toBe(3_600_000);
  });

  it('that fails for the tenth time is the last', () => {
    expect(judgeAnswer(answered(500), 8, clock)).toMatchObject({ outcome: 'retried', delayMs: 86_400_000 });
    expect(judgeAnswer(answered(500), 9, clock)).toMatchObject({ outcome: 'dead', counted: 'dead' });
  });

  it('that never came counts as a failure, and by its cause', () => {
    const refused = judgeAnswer({ kind: 'refused', error: 'refused_address' }, 0, clock);
    expect(refused).toMatchObject({ outcome: 'retried', counted: 'refused_address', httpStatus: null });
    expect(judgeAnswer({ kind: 'timeout', error: 'timeout' }, 9, clock)).toMatchObject({
      outcome: 'dead',
      error: 'timeout',
    });
  });

  it('that we cut off ourselves is not counted', () => {
    expect(judgeAnswer({ kind: 'stopped', error: 'stopped' }, 9, clock)).toMatchObject({ outcome: 'released' });
  });
});
