import { expect, it } from '@jest/globals';
import { receiptPdf } from './receipt-pdf.ts';

const parts = { amount: '1234567.50', number: '2200123412341234' };

it('makes the same bytes of the same parts, and others with a nonce', () => {
  expect(receiptPdf(parts)).toEqual(receiptPdf(parts));
  expect(receiptPdf({ ...parts, nonce: 1 })).toEqual(receiptPdf({ ...parts, nonce: 1 }));
  expect(receiptPdf({ ...parts, nonce: 1 })).not.toEqual(receiptPdf(parts));
  expect(receiptPdf({ ...parts, nonce: 2 })).not.toEqual(receiptPdf({ ...parts, nonce: 1 }));
});

it.each([10_000, 100_000, 1_048_576, 10_485_760])('makes a file of exactly %i bytes', (sizeBytes) => {
  expect(receiptPdf({ ...parts, sizeBytes })).toHaveLength(sizeBytes);
});
