import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { apis } from '#platform/apis';
import { decimal, largest } from '#platform/money';
import { isCancellation, isReceiptStep } from './step-names.ts';
import { withMatrix } from './matrix-page.ts';
import { matrices, type Cell, type Reachable } from './matrix.ts';
import { stepNames } from './steps.ts';

const page = new URL('../../../docs/race-matrix.md', import.meta.url);
it('stands in docs/race-matrix.md as it is here', () => {
  if (process.env['UPDATE_RACE_MATRIX'] === '1') writeFileSync(page, withMatrix(readFileSync(page, 'utf8')));
  const text = readFileSync(page, 'utf8');
  expect(text).toBe(withMatrix(text));
});

it('uses every step, in more than 500 cells of v1 and 100 of h2h', () => {
  const { v1, h2h } = matrices;
  expect([...new Set([...v1.taken, ...h2h.taken])].sort()).toEqual([...stepNames].sort());
  expect([v1.cells.length > 500, h2h.cells.length > 100]).toEqual([true, true]);
});

it('has no receipts for h2h', () => {
  expect(matrices.h2h.taken.filter(isReceiptStep)).toEqual([]);
});

describe.each(apis)('in the matrix of %s', (api) => {
  const { cells, inBetween, reachable } = matrices[api];
  const all: readonly (Cell | Reachable)[] = [...cells, ...inBetween];
  const wrong = (isRight: (cell: Cell | Reachable) => boolean): string[] =>
    all.filter((cell) => !isRight(cell)).map(({ name }) => name);

  it('there is a cell for everything that overlapping steps lead to', () => {
    const names = new Set(all.map(({ name }) => name));
    expect(reachable.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([]);
  });

  // The outcomes come from a model: these are the rules that it may not break either.
  const has = ({ steps }: Cell | Reachable, ...names: readonly string[]): boolean =>
    names.some((name) => (steps as readonly string[]).includes(name));
  const paidIn = (cell: Cell | Reachable): string => {
    if (has(cell, 'paid', 'expire (paid unheard)', 'found good')) return '100.00';
    return has(cell, 'paid in part', 'found good in part') ? '40.00' : '0.00';
  };
  const isApproved = ({ steps, outcome }: Cell | Reachable): boolean =>
    outcome.answers.some((given, position) => steps[position] === 'approve' && given === 'done');
  // The merchants of h2h are told of it.
  const acceptance = api === 'v1' ? '' : 'accepted';
  const isEnd = (status: string): boolean => status === 'completed' || status === 'cancelled';
  const isOpen = (status: string): boolean => ['pending', 'awaiting_confirmation', 'manual_check'].includes(status);

  it('what the payer paid, and all that an operator has approved, is counted or in suspense once the payment is over', () => {
    expect(
      wrong((cell) => {
        const { status, actual, suspense } = cell.outcome;
        const known = isApproved(cell) ? largest(decimal('100.00'), decimal(paidIn(cell))) : decimal(paidIn(cell));
        return isOpen(status) || decimal(actual).plus(decimal(suspense)).eq(known);
      }),
    ).toEqual([]);
  });

  it('an ended payment has one event of its end, and each other event is of a state that it has left or is in', () => {
    expect(
      wrong(({ outcome: { status, events } }) => {
        const told = events === '' ? [] : events.split(', ');
        const [last, ...before] = [...told].reverse();
        if (status === 'pending') return events === acceptance;
        return isEnd(status) || isOpen(status) ? last === status && !before.some(isEnd) : told.length === 0;
      }),
    ).toEqual([]);
  });

  it('only its provider and an operator end a payment whose receipt is looked at', () => {
    expect(wrong(({ outcome }) => !outcome.answers.includes('412') || !outcome.read.includes('(expired)'))).toEqual([]);
  });

  it('of all decisions about a receipt that end its payment, one holds', () => {
    expect(
      wrong(({ steps, outcome }) => {
        const done = steps.filter((name, position) => outcome.answers[position] === 'done' && name !== 'ask again');
        return done.length <= 1;
      }),
    ).toEqual([]);
  });

  it('only a payment that is still open has a live order, or one that an operator completed without its provider', () => {
    expect(
      wrong((cell) => {
        const { status, order } = cell.outcome;
        if (isOpen(status)) return order === 'live' || (order === 'paid' && has(cell, 'expire (paid unheard)'));
        return order !== 'live' || isApproved(cell);
      }),
    ).toEqual([]);
  });

  it('an identifier names another payment only after the first was refused, or has failed where that frees it', () => {
    const freeing = api === 'v1' ? ['rejected'] : ['rejected', 'cancelled'];
    const made = all.filter(({ outcome }) => outcome.anew !== null);
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter(({ outcome }) => !freeing.includes(outcome.status)).map(({ name }) => name)).toEqual([]);
  });
});

describe('a cancellation', () => {
  const all: readonly (Cell | Reachable)[] = [...matrices.v1.cells, ...matrices.v1.inBetween];
  const wrong = (isRight: (cell: Cell | Reachable) => boolean): string[] =>
    all.filter((cell) => !isRight(cell)).map(({ name }) => name);

  it('a payment that was cancelled before its acceptance has no details, by any answer', () => {
    const isFirst = ({ steps }: Cell | Reachable): boolean => {
      const accepted = steps.findIndex((name) => name.startsWith('accepted'));
      return steps.includes('cancel') && (accepted === -1 || steps.indexOf('cancel') < accepted);
    };
    const shows = ({ outcome }: Cell | Reachable): boolean =>
      [outcome.read, ...outcome.answers].join().includes('details');
    expect(all.filter(isFirst).length).toBeGreaterThan(50);
    expect(wrong((cell) => !isFirst(cell) || !shows(cell))).toEqual([]);
  });

  it('nothing is counted for a payment after its cancellation was decided', () => {
    expect(wrong(({ outcome }) => !outcome.answers.includes('cancelled') || outcome.actual === '0.00')).toEqual([]);
  });

  it('changes nothing for a payment by h2h', () => {
    const without = ({ name, steps, outcome }: Cell) => {
      const isOther = (_: unknown, position: number): boolean => !isCancellation(steps[position]!);
      const [left, answers] = [steps.filter(isOther), outcome.answers.filter(isOther)];
      const same = matrices.h2h.cells.find((cell) => cell.name === left.join(' → '));
      return { name, outcome: { ...outcome, answers }, expected: same?.outcome };
    };
    const cancelled = matrices.h2h.cells.filter(({ steps }) => steps.some(isCancellation) && steps.includes('create'));
    expect(cancelled.length).toBeGreaterThan(25);
    for (const { name, outcome, expected } of cancelled.map(without)) expect([name, outcome]).toEqual([name, expected]);
  });
});

describe('a create of h2h that comes again', () => {
  const { cells } = matrices.h2h;
  const answersTo = (name: string, { steps, outcome }: Cell): string[] =>
    outcome.answers.filter((_, position) => steps[position] === name);

  it('makes another payment or is refused: without the key it is never answered with what was there before', () => {
    const answers = cells.flatMap((cell) => answersTo('create again', cell));
    expect([...new Set(answers)].sort()).toEqual(['409', '503', 'in_progress, details']);
    const made = cells.filter((cell) => answersTo('create again', cell).includes('in_progress, details'));
    expect(made.filter(({ outcome }) => outcome.anew === null).map(({ name }) => name)).toEqual([]);
  });

  it('is not refused for its identifier where it has the key', () => {
    const failed = cells.filter(({ steps, outcome }) => steps.includes('failed') && outcome.status === 'cancelled');
    const answers = failed.flatMap((cell) => answersTo('create again (same key)', cell));
    expect([...new Set(answers)].sort()).toEqual(['failed, details', 'in_progress, details']);
  });
});
