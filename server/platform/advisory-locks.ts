/** What is held over all processes for the length of a transaction: a number each, which nothing else has. */
export const advisoryLocks = {
  keyRing: 7_104_412,
  rates: 7_104_413,
  migration: 7_104_414,
  setup: 7_104_415,
  signingKeys: 7_104_416,
} as const satisfies Readonly<Record<string, number>>;
