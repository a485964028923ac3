import { expect, it } from '@jest/globals';
import { exactNumber, writeExactly } from '#platform/exact-json';

it.each(['0.10', '1000.00', '999999999.99', '12499999.999875', '123456789012345.123456', '0.0000000001'])(
  'writes %s with all of its digits, as a number',
  (text) => {
    expect(writeExactly({ amount: exactNumber(text) })).toBe(`{"amount":${text}}`);
  },
);

it('writes everything else as JSON does', () => {
  const value = { text: 'a "b"\u2028', none: null, list: [1, true, { x: undefined }] };
  expect(JSON.parse(writeExactly(value))).toEqual(JSON.parse(JSON.stringify(value)));
});
