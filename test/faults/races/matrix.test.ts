import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { decimal, largest } from '#platform/money';
import { withMatrix } from './matrix-page.ts';
import { cells, inBetween, reachable, type Cell, type Reachable } from './matrix.ts';
import { stepNames } from './steps.ts';

const page = new URL('../../../docs/race-matrix.md', import.meta.url);
const all: readonly (Cell | Reachable)[] = [...cells, ...inBetween];

const wrong = (isRight: (cell: Cell | Reachable) => boolean): string[] =>
  all.filter((cell) => !isRight(cell)).map(({ name }) => name);

it('stands in docs/race-matrix.md as it is here', () => {
  if (process.env['UPDATE_RACE_MATRIX'] === '1') writeFileSync(page, withMatrix(readFileSync(page, 'utf8')));
  const text = readFileSync(page, 'utf8');
  expect(text).toBe(withMatrix(text));
});

it('uses every step, in more than 500 cells', () => {
  expect([...new Set(cells.flatMap(({ steps }) => steps))].sort()).toEqual([...stepNames].sort());
  expect(cells.length).toBeGreaterThan(500);
});

it('has a cell for everything that overlapping steps lead to', () => {
  const names = new Set(all.map(({ name }) => name));
  expect(reachable.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([]);
});

// The outcomes come from a model: these are the rules that it may not break either.
describe('in every cell of the matrix', () => {
  const has = ({ steps }: Cell | Reachable, ...names: readonly string[]): boolean =>
    names.some((name) => (steps as readonly string[]).includes(name));
  const paidIn = (cell: Cell | Reachable): string => {
    if (has(cell, 'paid', 'expire (paid unheard)', 'found good')) return '100.00';
    return has(cell, 'paid in part', 'found good in part') ? '40.00' : '0.00';
  };
  const isApproved = ({ steps, outcome }: Cell | Reachable): boolean =>
    outcome.answers.some((given, position) => steps[position] === 'approve' && given === 'done');
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
        return isEnd(status) || (isOpen(status) && status !== 'pending')
          ? last === status && !before.some(isEnd)
          : told.length === 0;
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

  it('only a payment that is still open has a live order, or one that an operator completed without its provider', () => {
    expect(
      wrong((cell) => {
        const { status, order } = cell.outcome;
        if (isOpen(status)) return order === 'live' || (order === 'paid' && has(cell, 'expire (paid unheard)'));
        return order !== 'live' || isApproved(cell);
      }),
    ).toEqual([]);
  });
});
