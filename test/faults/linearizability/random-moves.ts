import type { Api } from '#platform/apis';
import { randomFrom, type Random } from '#test/support/random';

export type Action = 'create' | 'create otherwise' | 'cancel' | 'cancel by id' | 'read' | 'read by id';

/** What one client does next, and at which of two instances. */
export type Move = {
  readonly pauseMs: number;
  readonly instance: 0 | 1;
  readonly action: Action;
  /** By which an API that takes one knows a create again. */
  readonly idempotencyKey: string | null;
  /** Null: it waits for the answer; else it hangs up then, and never knows. */
  readonly hangsUpAfterMs: number | null;
};

/** All that is done about one identifier: by several clients at once, each doing one thing after another. */
export type Plan = {
  readonly api: Api;
  readonly identifier: string;
  readonly startsAfterMs: number;
  readonly clients: readonly (readonly Move[])[];
};

const startsWithinMs = 3_000;

const moveOf = (random: Random, api: Api, cancelWeight: number): Move => ({
  // Most moves meet others on their way; some come when providers have answered, given up or been paid.
  pauseMs: random.weighed([
    [0, 5],
    [random.below(15), 6],
    [random.below(120), 3],
    [random.below(900), 1],
  ]),
  instance: random.weighed([
    [0, 1],
    [1, 1],
  ]),
  action: random.weighed<Action>([
    ['create', 9],
    ['create otherwise', 4],
    ['cancel', cancelWeight],
    ['cancel by id', cancelWeight],
    ['read', 5],
    ['read by id', 5],
  ]),
  idempotencyKey:
    api === 'v1'
      ? null
      : random.weighed([
          [null, 3],
          ['first', 3],
          ['second', 1],
        ]),
  hangsUpAfterMs: random.weighed([
    [null, 29],
    [random.below(30), 1],
  ]),
});

const list = <Item>(length: number, item: () => Item): Item[] => Array.from({ length }, item);

/** By chance alone few would do so. */
const meetingOf = {
  /** A cancellation that meets its create while providers are asked. */
  v1: (random) => [
    [{ ...moveOf(random, 'v1', 0), action: 'create', pauseMs: 0, hangsUpAfterMs: null }],
    [{ ...moveOf(random, 'v1', 0), action: 'cancel', pauseMs: 20 + random.below(100), hangsUpAfterMs: null }],
  ],
  /** A create that comes when another one may have failed. */
  h2h: (random) => [
    [{ ...moveOf(random, 'h2h', 0), action: 'create', pauseMs: 0, hangsUpAfterMs: null }],
    [{ ...moveOf(random, 'h2h', 0), action: 'create', pauseMs: 300 + random.below(1_500), hangsUpAfterMs: null }],
  ],
} as const satisfies Record<Api, (random: Random) => Move[][]>;

/** The same seed, the same plans. What comes of them differs from run to run, as clients and instances race. */
export const plansOf = (seed: number, identifiers: number): readonly Plan[] =>
  list(identifiers, () => null).map((_, index) => {
    const identifier = `${seed}-${index}`;
    const random = randomFrom(`moves ${identifier}`);
    const api = random.weighed<Api>([
      ['v1', 3],
      ['h2h', 2],
    ]);
    // Where no merchant cancels, payments live to be paid, declined or expired.
    const chance = random.weighed([
      [0, 1],
      [1, 2],
      [3, 1],
    ]);
    const cancelWeight = api === 'v1' ? chance : 0;
    const race = random.weighed<Move[][]>([
      [[], 2],
      [meetingOf[api](random), 3],
    ]);
    const clients = list(3 + random.below(3), () => list(1 + random.below(5), () => moveOf(random, api, cancelWeight)));
    return {
      api,
      identifier,
      startsAfterMs: random.below(startsWithinMs),
      clients: clients.map((moves, client) => [...(race[client] ?? []), ...moves]),
    };
  });
