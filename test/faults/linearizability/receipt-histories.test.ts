import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEnvironment, type Environment } from '../races/environment.ts';
import type { Call } from './checker.ts';
import { describeViolation, findViolation } from './checker.ts';
import { receiptSpecification, type ReceiptCall } from './receipt-specification.ts';
import { recordHistory, type ReceiptHistory } from './reviewed-payments.ts';

// LINEAR_SEED=<seed of a failure> replays what is done; SEEDS=<number> goes on from there.
const firstSeed = Number(process.env['LINEAR_SEED'] ?? 1);
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_, index) => firstSeed + index);
const [payments, atOnce] = [200, 12];

let environment: Environment;
const recorded: ReceiptHistory[] = [];
beforeAll(async () => {
  environment = await openEnvironment(2);
});
afterAll(() => environment.close());

const recordAll = async (seed: number): Promise<readonly ReceiptHistory[]> => {
  const waiting = Array.from({ length: payments }, (_, index) => `${seed}-${index}`);
  const histories: ReceiptHistory[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      histories.push(await recordHistory(environment, next));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return histories;
};

const kindOf = ({ what }: Call<ReceiptCall>): string => {
  if (what.call === 'confirm') return what.isTaken ? 'confirm' : 'confirm: refused';
  if (what.call === 'ask') return `${what.step}: ${what.answer}`;
  return what.call === 'read' ? `read: ${what.answer}` : what.call;
};

describe('random payers, merchants, providers and operators at two instances', () => {
  it.each(seeds)('see a payment with its receipts change in one order (LINEAR_SEED=%i)', async (seed) => {
    const histories = await recordAll(seed);
    recorded.push(...histories);
    const violations = histories.flatMap((history) => {
      const violation = findViolation(receiptSpecification, history);
      return violation === null ? [] : [describeViolation(violation)];
    });
    expect(violations.join('\n\n')).toBe('');
  });

  it('meet everything that can happen', () => {
    expect([...new Set(recorded.flat().map(kindOf))].sort()).toEqual(
      expect.arrayContaining([
        'approve: done',
        'ask again: done',
        'ask again: too late',
        'cancel: 412',
        'cancel: cancelled',
        'confirm',
        'confirm: refused',
        'end lifetime',
        'expire',
        'hear',
        'judge',
        'pay',
        'read: awaiting_confirmation, details',
        'read: cancelled (expired), details',
        'read: cancelled (merchant), details',
        'read: cancelled (receipt_rejected), details',
        'read: completed 100.00, details',
        'read: manual_check (not_terminal), details',
        'read: manual_check (potential_fake), details',
        'reject: done',
      ]),
    );
  });

  it('leave no invariant broken', async () => {
    expect(await environment.findBroken()).toEqual([]);
  });
});

/** Another answer in place of the true one; null where this would not be false for certain. */
type Falsify = (what: ReceiptCall, history: ReceiptHistory) => ReceiptCall | null;

/** The last answer of each history that this is about, with a false one in its place. */
const falsified = (falsify: Falsify): readonly ReceiptHistory[] =>
  recorded.flatMap((history) => {
    const at = history.findLastIndex(({ what }) => falsify(what, history) !== null);
    return at === -1
      ? []
      : [history.map((call, index) => (index === at ? { ...call, what: falsify(call.what, history)! } : call))];
  });

const isCancelled = (history: ReceiptHistory): boolean =>
  history.some(({ what }) => what.call === 'read' && what.answer.includes('(merchant)'));

const endedReads = /^(completed|cancelled)/;

describe('one false answer among those that were recorded', () => {
  it.each<[string, Falsify]>([
    [
      'an ended payment that waits again',
      (what) =>
        what.call === 'read' && endedReads.test(what.answer)
          ? { ...what, answer: 'awaiting_confirmation, details' }
          : null,
    ],
    [
      'an approval of less',
      (what) =>
        what.call === 'read' && what.answer.startsWith('completed')
          ? { ...what, answer: 'completed 40.00, details' }
          : null,
    ],
    [
      'a payment cancelled while its receipt is under review',
      (what, history) =>
        what.call === 'ask' && what.answer === '412' && !isCancelled(history) ? { ...what, answer: 'cancelled' } : null,
    ],
  ])('is found: %s', (_what, falsify) => {
    const histories = falsified(falsify);
    expect(histories.length).toBeGreaterThan(0);
    expect(histories.filter((history) => findViolation(receiptSpecification, history) === null)).toEqual([]);
  });
});
