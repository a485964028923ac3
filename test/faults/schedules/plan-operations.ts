import { profileOf, type OperationType } from '#features/operations';
import type { Api } from '#platform/apis';
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
  /** Of a payer whose merchant has no way to send one. */
  'wants a receipt in vain': 5,
} as const;

/**
 * By what a create that comes again is known to be the same: in v1 by its identifier; in h2h by an idempotency key, or by
 * nothing, so that its merchant looks for what holds the identifier.
 */
export const knownBy = { v1: ['identifier'], h2h: ['idempotency key', 'nothing'] } as const satisfies Record<
  Api,
  readonly string[]
>;

/** How a create may write its amount. */
export const amountsAs = { v1: ['text'], h2h: ['number', 'text'] } as const satisfies Record<Api, readonly string[]>;

/** Where the events of an operation go: to the endpoint of its shop, or where its create has said. */
export const toldAt = { v1: ['default endpoint'], h2h: ['default endpoint', 'own URL'] } as const satisfies Record<
  Api,
  readonly string[]
>;

/** In which APIs a merchant can cancel. */
const hasCancel = { v1: true, h2h: false } as const satisfies Record<Api, boolean>;

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

/** What the bank finds of the first receipt of a payment; any other is good. Of two findings the second contradicts. */
export const findings = {
  good: 30,
  'good in part': 8,
  bad: 12,
  suspicious: 12,
  'not terminal': 8,
  'doubtful for no reason': 6,
  'bad, then good': 8,
  'suspicious, then good': 8,
  'good, then bad': 8,
} as const;

/** What an operator does about a payment of which no provider can say whether it was paid. */
export const decisions = {
  approve: 35,
  reject: 25,
  'ask again, then approve': 20,
  'ask again, then reject': 20,
} as const;

/** What the payer sends: a receipt, one that cannot be read, another receipt. */
export const files = { good: 70, bad: 14, other: 16 } as const;

export type ReceiptScript = {
  readonly finding: keyof typeof findings;
  readonly decision: keyof typeof decisions;
  readonly reviewsAfterMs: number;
  /** How often the bank breaks off when it is given a receipt, before it takes it. */
  readonly unclearReviews: number;
  readonly uploads: readonly { readonly file: keyof typeof files; readonly afterMs: number }[];
};

export type BankScript = {
  readonly answer: keyof typeof answers;
  readonly outcome: keyof typeof outcomes;
  readonly telling: keyof typeof tellings;
  readonly answersAfterMs: number;
  readonly paysAfterMs: number;
  /** How often a void has no clear answer before it has one. */
  readonly unclearVoids: number;
  readonly evidence: 'full' | 'none' | 'wrong';
  /** Null: the payer needs none. */
  readonly receipt: ReceiptScript | null;
};

export type PlannedOperation = BankScript & {
  readonly api: Api;
  readonly type: OperationType;
  readonly knownBy: (typeof knownBy)[Api][number];
  readonly amountAs: (typeof amountsAs)[Api][number];
  readonly toldAt: (typeof toldAt)[Api][number];
  /** When its merchant uses the identifier again, if the operation has failed by then; null: never. */
  readonly reusesAfterMs: number | null;
  /** Unique in the plan: it is how the bank knows the script. */
  readonly amount: string;
  readonly shop: 0 | 1;
  readonly startMs: number;
  /** Creates that are sent while the first may still be under way. */
  readonly repeatsAfterMs: readonly number[];
  readonly readsAfterMs: readonly number[];
  readonly cancel: {
    readonly afterMs: number;
    readonly by: 'identifier' | 'operation id';
    readonly isFirst: boolean;
  } | null;
};

const weights = <Name extends string>(table: Readonly<Record<Name, number>>): [Name, number][] =>
  Object.entries(table) as [Name, number][];

const lastStartMs = 2_400;

const planReceipt = (random: Random): ReceiptScript => {
  const first = random.weighed(weights(files));
  const upload = (file: keyof typeof files, latestMs: number) => ({ file, afterMs: random.between(0, latestMs) });
  const later = Array.from({ length: random.between(0, 2) }, () =>
    upload(
      random.weighed([
        [first, 2],
        ['other', 3],
        ['good', 1],
      ] as const),
      1_800,
    ),
  );
  return {
    finding: random.weighed(weights(findings)),
    decision: random.weighed(weights(decisions)),
    reviewsAfterMs: random.between(0, 700),
    unclearReviews: random.weighed([
      [0, 3],
      [1, 1],
      [2, 1],
    ] as const),
    uploads: [upload(first, 500), ...later],
  };
};

const answersOf = (type: OperationType, takesReceipts: boolean) =>
  weights(answers).filter(([answer]) => answer !== 'wants a receipt in vain' || (type === 'payment' && !takesReceipts));

const planOne = (random: Random, writing: Random, index: number): PlannedOperation => {
  const api = random.weighed([
    ['v1', 3],
    ['h2h', 2],
  ] as const);
  const { takesReceipts, freeingStatuses } = profileOf(api);
  const type = random.weighed([
    ['payment', 3],
    ['payout', 1],
  ] as const);
  // Kopecks .60: the sandbox splits the payout into three transfers.
  const receipt = type === 'payment' && takesReceipts && random.chance(50) ? planReceipt(random) : null;
  const kopecks = type === 'payout' && random.chance(35) ? '60' : '00';
  const offsets = (most: number): number[] =>
    Array.from({ length: random.between(0, most) }, () => random.between(5, 1_500));
  return {
    api,
    type,
    knownBy: random.pick<PlannedOperation['knownBy']>(knownBy[api]),
    amountAs: writing.pick<PlannedOperation['amountAs']>(amountsAs[api]),
    toldAt: writing.pick<PlannedOperation['toldAt']>(toldAt[api]),
    reusesAfterMs: freeingStatuses.includes('cancelled') && random.chance(60) ? random.between(200, 2_000) : null,
    amount: `${100 + index}.${kopecks}`,
    shop: random.pick([0, 1] as const),
    startMs: random.between(0, lastStartMs),
    answer: random.weighed(answersOf(type, takesReceipts)),
    // Most of those whose receipt is looked at are not paid before.
    outcome: receipt !== null && random.chance(70) ? 'pays nothing' : random.weighed(weights(outcomes)),
    telling: random.weighed(weights(tellings)),
    answersAfterMs: random.between(0, 60),
    paysAfterMs: random.between(20, 1_500),
    unclearVoids: random.weighed([
      [0, 3],
      [1, 1],
      [2, 1],
    ] as const),
    evidence: random.weighed([
      ['full', 3],
      ['none', 1],
      ['wrong', 1],
    ] as const),
    receipt,
    repeatsAfterMs: offsets(2),
    readsAfterMs: offsets(3),
    cancel:
      type === 'payment' && hasCancel[api] && random.chance(55)
        ? {
            afterMs: random.weighed([
              [random.between(0, 40), 2],
              [random.between(40, 1_200), 1],
            ]),
            by: random.pick(['identifier', 'operation id'] as const),
            isFirst: random.chance(15),
          }
        : null,
  };
};

/** How creates are written is chance of its own: it changes nothing of what else a seed decides. */
export const planOperations = (random: Random, writing: Random): readonly PlannedOperation[] =>
  Array.from({ length: random.between(20, 34) }, (_, index) => planOne(random, writing, index));
