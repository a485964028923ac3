import type { Random } from '#test/support/random';

/** How the bank that is asked first answers; the second one takes whatever reaches it, unless both decline. */
export const answers = {
  accepts: 50,
  slow: 14,
  'declines, the other accepts': 7,
  'declines, as does the other': 4,
  'breaks off, nothing taken': 6,
  'breaks off, all taken': 6,
  'breaks off, taken later': 5,
  hangs: 4,
  'too late': 4,
} as const;

/** What becomes of the money. The last three move some after the bank's last word, which no operation can count. */
export const outcomes = {
  pays: 46,
  'pays less': 8,
  'pays more': 7,
  'pays in two parts': 7,
  'pays nothing': 9,
  fails: 7,
  'pays again': 5,
  'fails, then pays': 5,
  'pays although voided': 6,
} as const;

/** How the bank tells of it. */
export const tellings = { once: 40, twice: 16, reordered: 16, early: 14, late: 8, never: 6 } as const;

export type BankScript = {
  readonly answer: keyof typeof answers;
  readonly outcome: keyof typeof outcomes;
  readonly telling: keyof typeof tellings;
  readonly answersAfterMs: number;
  readonly paysAfterMs: number;
  /** How often a void has no clear answer before it has one. */
  readonly unclearVoids: number;
  readonly evidence: 'full' | 'none' | 'wrong';
};

export type PlannedOperation = BankScript & {
  readonly type: 'payment' | 'payout';
  /** Unique in the plan: it is how the bank knows the script. */
  readonly amount: string;
  readonly shop: 0 | 1;
  readonly startMs: number;
  /** Creates that are sent while the first may still be under way. */
  readonly repeatsAfterMs: readonly number[];
  readonly readsAfterMs: readonly number[];
  readonly cancel: { readonly afterMs: number; readonly by: 'identifier' | 'operation id'; readonly isFirst: boolean } | null;
};

const weights = <Name extends string>(table: Readonly<Record<Name, number>>): [Name, number][] =>
  Object.entries(table) as [Name, number][];

const lastStartMs = 2_400;

const planOne = (random: Random, index: number): PlannedOperation => {
  const type = random.weighed([['payment', 3], ['payout', 1]] as const);
  // Kopecks .60: the sandbox splits the payout into three transfers.
  const kopecks = type === 'payout' && random.chance(35) ? '60' : '00';
  const offsets = (most: number): number[] =>
    Array.from({ length: random.between(0, most) }, () => random.between(5, 1_500));
  return {
    type,
    amount: `${100 + index}.${kopecks}`,
    shop: random.pick([0, 1] as const),
    startMs: random.between(0, lastStartMs),
    answer: random.weighed(weights(answers)),
    outcome: random.weighed(weights(outcomes)),
    telling: random.weighed(weights(tellings)),
    answersAfterMs: random.between(0, 60),
    paysAfterMs: random.between(20, 1_500),
    unclearVoids: random.weighed([[0, 3], [1, 1], [2, 1]] as const),
    evidence: random.weighed([['full', 3], ['none', 1], ['wrong', 1]] as const),
    repeatsAfterMs: offsets(2),
    readsAfterMs: offsets(3),
    cancel:
      type === 'payment' && random.chance(45)
        ? {
            afterMs: random.weighed([[random.between(0, 40), 2], [random.between(40, 1_200), 1]]),
            by: random.pick(['identifier', 'operation id'] as const),
            isFirst: random.chance(15),
          }
        : null,
  };
};

export const planOperations = (random: Random): readonly PlannedOperation[] =>
  Array.from({ length: random.between(20, 34) }, (_, index) => planOne(random, index));
