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

/** By how much the clock of a killed server has moved on. A token lives for ten minutes. */
export const clockMoves = [0, 660_000] as const;

export const restarts = ['fast', 'immediate', 'backend killed', 'postmaster killed'] as const;

/** Which instance is meant: 0 or 1. */
type At = { readonly atMs: number; readonly instance: 0 | 1 };

export type Fault =
  /** With `clockMovesMs`, as after a longer time: every token has ended when it is back. */
  | (At & { readonly kind: 'kill'; readonly downMs: number; readonly clockMovesMs: (typeof clockMoves)[number] })
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

const faultOf = (kind: (typeof faultKinds)[number], random: Random, moving: Random): Fault => {
  const at: At = { atMs: random.between(150, 2_200), instance: random.pick([0, 1] as const) };
  switch (kind) {
    case 'kill':
      return { kind, ...at, downMs: random.between(0, 800), clockMovesMs: moving.pick(clockMoves) };
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

/** The first kind goes round with the seed, so that neighbouring seeds try every one of them; the others are chance. How clocks move is
 * chance of its own, which changes nothing else. */
export const planFaults = (random: Random, seed: number, moving: Random): readonly Fault[] => {
  const kinds = [
    faultKinds[seed % faultKinds.length]!,
    ...Array.from({ length: random.between(1, 2) }, () =>
      random.pick(faultKinds.filter((kind) => kind !== 'disk full')),
    ),
    // Cheap, and where what is acknowledged differs most from what is written.
    ...Array.from({ length: random.between(1, 4) }, () => 'cut' as const),
  ];
  return kinds.map((kind) => faultOf(kind, random, moving)).sort((one, other) => one.atMs - other.atMs);
};
