/** Each half is carried out by a test file of its own, and the two side by side. */
export const seedHalves = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
] as const;

export const seedsOfTest: readonly number[] = seedHalves.flat();
