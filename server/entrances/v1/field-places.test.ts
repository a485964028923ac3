import { expect, it } from '@jest/globals';
import { expectations } from '#generated/v1/violations';
import { fieldPlaces } from './field-places.ts';

it('has each field where the document has a place of that name', () => {
  const places = new Set(Object.values(expectations).flatMap((operation) => Object.keys(operation)));
  expect(Object.values(fieldPlaces).filter((place) => !places.has(place))).toEqual([]);
});
