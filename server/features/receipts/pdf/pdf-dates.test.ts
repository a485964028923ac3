import { expect, it } from '@jest/globals';
import { toIsoDate } from './pdf-dates.ts';

it.each([
  ["D:20250102030405+03'00'", '2025-01-02T00:04:05.000Z'],
  ["D:20250102030405-05'30", '2025-01-02T08:34:05.000Z'],
  ['D:20250102030405Z', '2025-01-02T03:04:05.000Z'],
  ['D:20250102030405', '2025-01-02T03:04:05.000Z'],
  ['D:2025', '2025-01-01T00:00:00.000Z'],
  ['20250102', '2025-01-02T00:00:00.000Z'],
  ['D:20251399', null],
  ['yesterday', null],
  ['', null],
  [undefined, null],
  [2025, null],
])('the date %j of a PDF is %j', (text, date) => {
  expect(toIsoDate(text)).toBe(date);
});
