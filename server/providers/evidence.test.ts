import { describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { provesTotal, readStoredEvidence, toStoredEvidence, type StoredEvidence } from './evidence.ts';

const item = (amount: string, completedAt = new Date()) => ({ amount: decimal(amount), completedAt });
const stored = (text: string): StoredEvidence => JSON.parse(text) as StoredEvidence;

describe('evidence', () => {
  it('proves the total that its items add up to', () => {
    expect(provesTotal([item('60.00'), item('40.00')], decimal('100.00'))).toBe(true);
    expect(provesTotal([item('60.00')], decimal('100.00'))).toBe(false);
    expect(provesTotal([], decimal('100.00'))).toBe(false);
  });

  it.each([
    ['no money', item('0.00')],
    ['money that came back', item('-1.00')],
    ['a time before there were such payments', item('1.00', new Date(0))],
    ['a time far ahead', item('1.00', new Date(Date.now() + 90_000_000))],
    ['a year of five digits', item('1.00', new Date('+012026-01-01T00:00:00Z'))],
    ['no time', item('1.00', new Date(Number.NaN))],
  ])('proves nothing with an item of %s, stored or not', (_what, odd) => {
    const total = odd.amount.plus(decimal('5.00'));
    expect(provesTotal([item('5.00'), odd], total)).toBe(false);
    expect(provesTotal(readStoredEvidence(stored(toStoredEvidence([item('5.00'), odd]))), total)).toBe(false);
  });
});
