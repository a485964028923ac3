import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { normaliseNumber } from '#features/pricing';
import { standardMethods } from '#server/features/setup/standard-methods';
import { numberKindOf, requisitesFor } from '#server/providers/sandbox/sandbox-requisites';

const methods = standardMethods.filter(({ direction }) => direction === 'payment');

it.each(methods)('the sandbox has payers of $code pay to a number that a payout by it would take', (method) => {
  const kind = numberKindOf(method.rail, method.currency);
  const numbers = Array.from({ length: 100 }, () => requisitesFor(randomUUID(), kind).number);
  expect(numbers.map((number) => normaliseNumber(method.numberFormat, number))).toEqual(numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
});
