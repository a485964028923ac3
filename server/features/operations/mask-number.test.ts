import { expect, it } from '@jest/globals';
import { maskNumber, type Rail } from './mask-number.ts';

it.each<readonly [string, Rail, string]>([
  ['2200000000000004', 'card', '220000******0004'],
  ['2200000000000000004', 'card', '220000*********0004'],
  ['22000000000004', 'card', '220000****0004'],
  // Less than a card has: six and four of it would leave next to nothing to be hidden.
  ['2200000000004', 'card', '*********0004'],
  ['+79001234567', 'phone', '********4567'],
  ['2850590940090418135201', 'account', '******************5201'],
  ['12345678', 'account', '****5678'],
  ['1234567', 'account', '*******'],
  ['4', 'card', '*'],
  ['', 'phone', ''],
])('%s of a %s is shown as %s', (number, rail, masked) => {
  expect(maskNumber(number, rail)).toBe(masked);
});
