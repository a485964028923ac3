import { describe, expect, it } from '@jest/globals';
import { nextDelayMs, readRetryAfterMs, scheduleMs } from './delivery-schedule.ts';

const hourMs = 3_600_000;
const middle = (): number => 0.5;

describe('the schedule', () => {
  it('is 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(scheduleMs.map((wait) => wait / 1_000)).toEqual([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
  });

  it('ends after ten attempts', () => {
    expect(nextDelayMs(9, 0, middle)).toBe(24 * hourMs);
    expect(nextDelayMs(10, 0, middle)).toBeNull();
    expect(nextDelayMs(10, 5_000, middle)).toBeNull();
  });

  it('varies each wait by at most ten percent', () => {
    expect(nextDelayMs(2, 0, () => 0)).toBe(270_000);
    expect(nextDelayMs(2, 0, () => 1)).toBe(330_000);
  });

  it('waits longer when the receiver asks for it, never shorter', () => {
    expect(nextDelayMs(1, 120_000, middle)).toBe(120_000);
    expect(nextDelayMs(4, 1_000, middle)).toBe(2 * hourMs);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-02-10T09:00:00Z');

  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['Tue, 10 Feb 2026 09:01:30 GMT', 90_000],
    ['Tuesday, 10-Feb-26 09:01:30 GMT', 90_000],
    ['Tue, 10 Feb 2026 08:00:00 GMT', 0],
    ['999999999999999999999', 24 * hourMs],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 24 * hourMs],
    ['-5', 0],
    ['1.5', 0],
    ['2026', 2_026_000],
    ['soon', 0],
    ['Xyz, nonsense', 0],
    ['', 0],
    [undefined, 0],
  ])('reads %p', (header, expected) => {
    expect(readRetryAfterMs(header, nowMs)).toBe(expected);
  });
});
