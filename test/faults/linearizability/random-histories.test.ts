import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { brokenInvariants } from '../clean-check.ts';
import { describeViolation, findViolation } from './checker.ts';
import { falsifications, falsified } from './falsified-answers.ts';
import { paymentSpecification } from './payment-specification.ts';
import { createTrial, type Histories, type History, type RaceRun } from './recorded-histories.ts';

// LINEAR_SEED=<seed of a failure> replays its requests and what its providers do; SEEDS=<number> goes on from there.
const firstSeed = Number(process.env['LINEAR_SEED'] ?? 1);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_, index) => firstSeed + index);
const identifiers = 100;

let db: TestDatabase;
let raceRun: RaceRun;
let recorded: Histories;
beforeAll(async () => {
  db = await createTestDatabase();
  raceRun = await createTrial(db);
});
afterAll(async () => {
  await raceRun.stop();
  await db.drop();
});

/** The answers that were given, in as few words as tell their kinds apart. */
const kindOf = ({ what }: History[number]): string => {
  if (what.call !== 'create' && what.call !== 'cancel' && what.call !== 'read') return what.call;
  const { answer } = what;
  if (answer.is === 'decided') return `${what.call}: ${answer.outcome}, ${answer.status}`;
  if (answer.is !== 'shown') return `${what.call}: ${answer.is}`;
  const { status, reason, hasDetails } = answer.shown;
  return `${what.call}: ${reason ?? status}${hasDetails ? ', details' : ''}`;
};

describe('random clients of two instances, with providers that do as they please', () => {
  it.each(seeds)('see payments that change in one order (LINEAR_SEED=%i)', async (seed) => {
    recorded = await raceRun.record(seed, identifiers);
    const violations = [...recorded].flatMap(([identifier, history]) => {
      const violation = findViolation(paymentSpecification, history);
      return violation === null ? [] : [`${identifier}\n${describeViolation(violation)}`];
    });
    expect(violations.join('\n\n')).toBe('');
  });

  it('meet everything that can happen', () => {
    const kinds = new Set([...recorded.values()].flat().map(kindOf));
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining([
        'accept',
        'cancel: already_terminal, cancelled',
        'cancel: already_terminal, completed',
        'cancel: cancelled, cancelled',
        'cancel: missing',
        'create: completed, details',
        'create: in progress',
        'create: merchant',
        'create: pending, details',
        'create: refused',
        'create: reused',
        'order',
        'read: completed, details',
        'read: declined, details',
        'read: expired, details',
        'read: merchant',
        'read: merchant, details',
        'read: missing',
        'read: pending, details',
        'report',
        'void',
        'write',
      ]),
    );
  });

  it('leave no invariant broken', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});

describe('one false answer among those that were recorded', () => {
  it.each(falsifications)('is found: %s', (_what, falsify) => {
    // One of each history: some of the answers of one are as good as the others.
    const histories = [...recorded.values()].flatMap((history) => falsified(history, falsify).slice(-1));
    expect(histories.length).toBeGreaterThan(0);
    expect(histories.filter((history) => findViolation(paymentSpecification, history) === null)).toEqual([]);
  });
});
