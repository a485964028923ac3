import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apis, type Api } from '#platform/apis';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { brokenInvariants } from '../clean-check.ts';
import { describeViolation, findViolation } from './checker.ts';
import { falsifications, falsified } from './falsified-answers.ts';
import { paymentSpecificationOf } from './payment-specification.ts';
import { createTrial, type History, type OneHistory, type RaceRun } from './recorded-histories.ts';

// LINEAR_SEED=<seed of a failure> replays its requests and what its providers do; SEEDS=<number> goes on from there.
const firstSeed = Number(process.env['LINEAR_SEED'] ?? 1);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_, index) => firstSeed + index);
const identifiers = 100;
// How clients and instances race is chance, and what is rare does not happen with each seed: then others follow.
const furtherSeeds = Array.from({ length: 4 }, (_, index) => firstSeed + seeds.length + index);

let db: TestDatabase;
let raceRun: RaceRun;
const recorded: OneHistory[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  raceRun = await createTrial(db);
});
afterAll(async () => {
  await raceRun.stop();
  await db.drop();
});

/** The answers that were given, in as few words as tell their kinds apart. */
const kindOf = (what: History[number]['what']): string => {
  if (what.call !== 'create' && what.call !== 'cancel' && what.call !== 'read') return what.call;
  const { answer } = what;
  if (answer.is === 'duplicate') return `${what.call}: duplicate of ${answer.of}`;
  if (answer.is === 'found') return `${what.call}: ${answer.shown.map(({ status }) => status).join(', ') || 'nothing'}`;
  if (answer.is === 'decided') return `${what.call}: ${answer.outcome}, ${answer.status}`;
  if (answer.is !== 'shown') return `${what.call}: ${answer.is}`;
  const { status, reason, hasDetails } = answer.shown;
  return `${what.call}: ${reason ?? status}${hasDetails ? ', details' : ''}`;
};

const ofAll = [
  'accept',
  'create: in progress',
  'create: pending, details',
  'create: refused',
  'order',
  'report',
  'void',
  'write',
];

/** What must be met for the rest to mean anything. */
const kindsOf = {
  v1: [
    ...ofAll,
    'cancel: already_terminal, cancelled',
    'cancel: already_terminal, completed',
    'cancel: cancelled, cancelled',
    'cancel: missing',
    'create: completed, details',
    'create: merchant',
    'create: reused',
    'read: completed, details',
    'read: declined, details',
    'read: expired, details',
    'read: merchant',
    'read: merchant, details',
    'read: missing',
    'read: pending, details',
  ],
  h2h: [
    ...ofAll,
    'create: cancelled, details',
    'create: completed, details',
    'create: duplicate of identifier',
    'create: duplicate of key',
    'read: cancelled',
    'read: cancelled, cancelled',
    'read: cancelled, details',
    'read: completed, cancelled',
    'read: completed, details',
    'read: missing',
    'read: nothing',
    'read: pending, cancelled',
    'read: pending, details',
  ],
} as const satisfies Record<Api, readonly string[]>;

/** Records the histories of a seed, and says which of them cannot have happened. */
const findViolations = async (seed: number): Promise<string> => {
  const histories = await raceRun.record(seed, identifiers);
  recorded.push(...histories.values());
  const violations = [...histories].flatMap(([identifier, { api, calls }]) => {
    const violation = findViolation(paymentSpecificationOf(api), calls);
    return violation === null ? [] : [`${api} ${identifier}\n${describeViolation(violation)}`];
  });
  return violations.join('\n\n');
};

const notMetIn = (api: Api): readonly string[] => {
  const histories = recorded.filter((history) => history.api === api);
  const met = new Set(histories.flatMap(({ calls }) => calls).map(({ what }) => kindOf(what)));
  return kindsOf[api].filter((kind) => !met.has(kind));
};

describe('random clients of two instances, with providers that do as they please', () => {
  it.each(seeds)('see payments that change in one order (LINEAR_SEED=%i)', async (seed) => {
    expect(await findViolations(seed)).toBe('');
  });

  it.each(apis)('meet everything that can happen in %s', async (api) => {
    while (notMetIn(api).length > 0 && furtherSeeds.length > 0) {
      expect(await findViolations(furtherSeeds.shift()!)).toBe('');
    }
    expect(notMetIn(api)).toEqual([]);
  });

  it('leave no invariant broken', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});

describe('one false answer among those that were recorded', () => {
  it.each(falsifications)('is found: %s', (_what, falsify) => {
    // One of each history: some of the answers of one are as good as the others.
    const histories = recorded.flatMap(({ api, calls }) =>
      falsified(calls, falsify)
        .slice(-1)
        .map((history) => ({ api, history })),
    );
    expect(histories.length).toBeGreaterThan(0);
    const unseen = histories.filter(({ api, history }) => findViolation(paymentSpecificationOf(api), history) === null);
    expect(unseen).toEqual([]);
  });
});
