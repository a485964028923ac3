/**
 * The fewest schedules of the first two dozen that have everything which is tried. Each half is carried out by a test file of its
 * own, and the two side by side.
 */
export const seedHalves = [
  [1, 2, 3, 5],
  [9, 22, 23],
] as const;

export const seedsOfTest: readonly number[] = seedHalves.flat();
