import { describe, expect, it } from '@jest/globals';
import type { SigningKeyId } from '#platform/ids';
import { scheduleKeys, type KeyTimes } from './key-schedule.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 0, 1);
const at = (minutes: number): Date => new Date(start + minutes * minuteMs);

const key = (keyId: string, signsFrom: number, more: { neededUntil?: number; revokedAt?: number } = {}): KeyTimes => ({
  keyId: keyId as SigningKeyId,
  signsFrom: at(signsFrom),
  neededUntil: more.neededUntil === undefined ? null : at(more.neededUntil),
  revokedAt: more.revokedAt === undefined ? null : at(more.revokedAt),
});

const statesAt = (minutes: number, ...keys: readonly KeyTimes[]): Record<string, string> =>
  Object.fromEntries(scheduleKeys(keys, at(minutes)).map((one) => [one.key.keyId, one.state]));

describe('the schedule of signing keys', () => {
  it('publishes the next key before it signs, and the one before until its last token has ended', () => {
    const [first, second] = [key('first', 0), key('second', 100)];
    expect(statesAt(99, first, second)).toEqual({ second: 'next', first: 'signing' });
    expect(statesAt(100, first, second)).toEqual({ second: 'signing', first: 'retired' });
    // Ten minutes of a token, and one by which clocks may differ.
    expect(statesAt(110.9, first, second)).toEqual({ second: 'signing', first: 'retired' });
    expect(statesAt(111, first, second)).toEqual({ second: 'signing', first: 'over' });
  });

  it('publishes a key for as long as a token that an operator has issued under it', () => {
    const keys = [key('first', 0, { neededUntil: 500 }), key('second', 100)];
    expect(statesAt(499, ...keys)['first']).toBe('retired');
    expect(statesAt(500, ...keys)['first']).toBe('over');
  });

  it('lets one key sign at most, in whatever order they are read', () => {
    const keys = [key('second', 10), key('third', 20), key('first', 0)];
    for (let minute = 0; minute < 40; minute += 1) {
      const signing = Object.values(statesAt(minute, ...keys)).filter((state) => state === 'signing');
      expect(signing).toHaveLength(1);
    }
  });

  it('lets the first key sign before its time, which a host may have told whose clock is ahead', () => {
    expect(statesAt(-10, key('first', 0), key('second', 100))).toEqual({ second: 'next', first: 'signing' });
    expect(statesAt(5, key('first', 0, { revokedAt: 1 }), key('second', 6))['second']).toBe('next');
  });

  it('gives nothing back to the key before where one is revoked that has signed', () => {
    const keys = [key('first', 0), key('second', 100, { revokedAt: 105 })];
    expect(statesAt(106, ...keys)).toEqual({ second: 'revoked', first: 'retired' });
  });

  it('lets the present key go on where the next one is revoked before its time', () => {
    const keys = [key('first', 0), key('second', 100, { revokedAt: 95 })];
    expect(statesAt(106, ...keys)).toEqual({ second: 'revoked', first: 'signing' });
  });
});
