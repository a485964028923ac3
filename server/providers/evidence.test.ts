import { describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { readStoredEvidence, receiptsOf, toStoredEvidence, type StoredEvidence } from './evidence.ts';

const item = (amount: string, completedAt = new Date()) => ({ amount: decimal(amount), completedAt });
const stored = (text: string): StoredEvidence => JSON.parse(text) as StoredEvidence;

describe('evidence', () => {
  it('is shown item by item where it adds up to the total, with the documents of its provider', () => {
    const [first, second] = [item('60.00'), { ...item('40.00'), documentId: 'document' }];
    expect(receiptsOf([first, second], decimal('100.00'))).toEqual({
      lines: [
        { amount: '60.00', completedAt: first.completedAt, documentId: null },
        { amount: '40.00', completedAt: second.completedAt, documentId: 'document' },
      ],
      isSynthetic: false,
    });
  });

  it.each([[[item('60.00')]], [[]]])('is replaced by one item for all of the total where it does not', (items) => {
    const whole = { amount: '100.00', completedAt: null, documentId: null };
    expect(receiptsOf(items, decimal('100.00'))).toEqual({ lines: [whole], isSynthetic: true });
  });

  it('is nothing at all while it is still to come, stored or not', () => {
    expect(receiptsOf('later', decimal('100.00'))).toEqual({ lines: [], isSynthetic: false });
    expect(readStoredEvidence(stored(toStoredEvidence('later')))).toBe('later');
  });

  it('comes back from its store as it was', () => {
    const items = [{ ...item('1.00'), documentId: 'document' }, item('2.00')];
    expect(readStoredEvidence(stored(toStoredEvidence(items)))).toEqual(items);
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
    const kept = readStoredEvidence(stored(toStoredEvidence([item('5.00'), odd])));
    for (const items of [[item('5.00'), odd], kept]) expect(receiptsOf(items, total).isSynthetic).toBe(true);
  });
});
