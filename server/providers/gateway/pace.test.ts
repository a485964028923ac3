import { expect, it } from '@jest/globals';
import { createPace } from './pace.ts';

it('lets so many calls go at once, and as many more in the second after', async () => {
  const pace = createPace(2);
  const asked = [1, 2, 3, 4, 5].map(() => pace());
  expect(await Promise.all(asked)).toEqual([true, true, true, true, false]);
});

it('keeps nothing back where there is no limit', async () => {
  const pace = createPace(null);
  expect(await Promise.all(Array.from({ length: 1_000 }, () => pace()))).not.toContain(false);
});
