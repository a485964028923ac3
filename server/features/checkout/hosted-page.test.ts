import { expect, it } from '@jest/globals';
import { stepOf, type PageFacts, type Step } from './hosted-page.ts';

const facts: PageFacts = {
  status: 'pending',
  isReceiptHeld: false,
  isExpiring: false,
  eventSequence: 0,
  remainingSeconds: 60,
};
const awaiting = { ...facts, status: 'awaiting_confirmation', eventSequence: 1 } as const;

const cases: readonly (readonly [string, PageFacts, Step])[] = [
  ['pending', facts, 'pay'],
  ['pending in its last second', { ...facts, remainingSeconds: 1 }, 'pay'],
  ['pending after its lifetime', { ...facts, remainingSeconds: 0 }, 'expiring'],
  ['pending while its provider is asked', { ...facts, isExpiring: true }, 'expiring'],
  ['awaiting its receipt', awaiting, 'pay_and_upload'],
  ['awaiting another receipt', { ...awaiting, eventSequence: 3 }, 'upload_again'],
  ['awaiting a receipt after its lifetime', { ...awaiting, remainingSeconds: -5 }, 'expiring'],
  ['awaiting a receipt while its provider is asked', { ...awaiting, isExpiring: true }, 'expiring'],
  ['under review', { ...awaiting, isReceiptHeld: true }, 'under_review'],
  ['under review after its lifetime', { ...awaiting, isReceiptHeld: true, remainingSeconds: -5 }, 'under_review'],
  [
    'in an operator’s hands',
    { ...awaiting, status: 'manual_check', isReceiptHeld: true, eventSequence: 2 },
    'under_review',
  ],
  ['completed', { ...facts, status: 'completed', eventSequence: 1 }, 'paid'],
  ['completed after a receipt', { ...awaiting, status: 'completed', isReceiptHeld: true, eventSequence: 2 }, 'paid'],
  ['cancelled', { ...facts, status: 'cancelled', eventSequence: 1 }, 'cancelled'],
  ['cancelled before it was created', { ...facts, status: 'cancelled', remainingSeconds: null }, 'cancelled'],
  [
    'cancelled for its receipt',
    { ...awaiting, status: 'cancelled', isReceiptHeld: true, eventSequence: 2 },
    'cancelled',
  ],
];

it.each(cases)('a payment that is %s', (_name, seen, step) => {
  expect(stepOf(seen)).toBe(step);
});
