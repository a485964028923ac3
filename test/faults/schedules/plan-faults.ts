import type { Random } from '#test/support/random';

/** Statements whose commit a merchant's answer, or money, hangs on. */
export const writingSteps = [
  'record_payment_intents',
  'accept_payments',
  'reject_payment',
  'cancel_payment',
  'fill_in_tombstone',
  'settle_shop_payments',
  'end_payment',
  'begin_receipt',
  'receipt_content_insert',
  'record_receipt_file',
  'remember_receipt_digest',
  'judge_receipt_file',
  'give_up_receipt_file',
  'doubt_receipt',
  'reject_receipt',
  'post_surplus',
  'void_attempt',
  'create_shop_payouts',
  'claim_legs',
  'note_accepted_legs',
  'note_leg',
  'finish_payout',
  'webhook_record_results',
] as const;

export const restarts = ['fast', 'immediate', 'backend killed', 'postmaster killed'] as const;

/** Which instance is meant: 0 or 1. */
type At = { readonly atMs: number; readonly instance: 0 | 1 };

export type Fault =
  | (At & { readonly kind: 'kill'; readonly downMs: number })
  /** With `outlastsLeases`, every lease runs out meanwhile, as in a stop of a minute. */
  | (At & { readonly kind: 'freeze'; readonly forMs: number; readonly outlastsLeases: boolean })
  | (At & { readonly kind: 'restart'; readonly how: (typeof restarts)[number] })
  /** The connection is cut when the statement is sent: before it reaches Postgres, or once it is committed. */
  | (At & {
      readonly kind: 'cut';
      readonly step: (typeof writingSteps)[number];
      readonly moment: 'before' | 'after';
      readonly times: number;
    })
  | (At & { readonly kind: 'sever' })
  | (At & { readonly kind: 'delay'; readonly byMs: number; readonly forMs: number })
  | (At & { readonly kind: 'toxic'; readonly toxic: (typeof toxics)[number]; readonly forMs: number })
  | (At & { readonly kind: 'disk full'; readonly forMs: number });

export const toxics = ['latency', 'bandwidth', 'slicer', 'reset_peer', 'timeout'] as const;

export const faultKinds = ['kill', 'freeze', 'restart', 'cut', 'sever', 'delay', 'toxic', 'disk full'] as const;

const faultOf = (kind: (typeof faultKinds)[number], random: Random): Fault => {
  const at: At = { atMs: random.between(150, 2_200), instance: random.pick([0, 1] as const) };
  switch (kind) {
    case 'kill':
      return { kind, ...at, downMs: random.between(0, 800) };
    case 'freeze':
      return { kind, ...at, forMs: random.between(600, 2_500), outlastsLeases: random.chance(60) };
    case 'restart':
      return { kind, ...at, how: random.pick(restarts) };
    case 'cut':
      return {
        kind,
        ...at,
        step: random.pick(writingSteps),
        moment: random.pick(['before', 'after'] as const),
        times: random.between(1, 4),
      };
    case 'sever':
      return { kind, ...at };
    case 'delay':
      return { kind, ...at, byMs: random.between(20, 250), forMs: random.between(500, 2_000) };
    case 'toxic':
      return { kind, ...at, toxic: random.pick(toxics), forMs: random.between(500, 2_000) };
    case 'disk full':
      return { kind, ...at, forMs: random.between(600, 1_500) };
  }
};

/** The first kind goes round with the seed, so that neighbouring seeds try every one of them; the others are chance. */
export const planFaults = (random: Random, seed: number): readonly Fault[] => {
  const kinds = [
    faultKinds[seed % faultKinds.length]!,
    ...Array.from({ length: random.between(1, 2) }, () =>
      random.pick(faultKinds.filter((kind) => kind !== 'disk full')),
    ),
    // Cheap, and where what is acknowledged differs most from what is written.
    ...Array.from({ length: random.between(1, 4) }, () => 'cut' as const),
  ];
  return kinds.map((kind) => faultOf(kind, random)).sort((one, other) => one.atMs - other.atMs);
};
