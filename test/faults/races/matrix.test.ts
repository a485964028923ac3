import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
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

it('uses every step, in more than 250 cells', () => {
  expect([...new Set(cells.flatMap(({ steps }) => steps))].sort()).toEqual([...stepNames].sort());
  expect(cells.length).toBeGreaterThan(250);
});

it('has a cell for everything that overlapping steps lead to', () => {
  const names = new Set(all.map(({ name }) => name));
  expect(reachable.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([]);
});

// The outcomes come from a model: these are the rules that it may not break either.
describe('in every cell of the matrix', () => {
  const paidIn = ({ steps }: Cell | Reachable): string => {
    if (steps.includes('paid') || steps.includes('expire (paid unheard)')) return '100.00';
    return steps.includes('paid in part') ? '40.00' : '0.00';
  };

  it('what the payer paid is counted or in suspense', () => {
    expect(
      wrong((cell) => {
        const { actual, suspense } = cell.outcome;
        return decimal(actual).plus(decimal(suspense)).eq(decimal(paidIn(cell)));
      }),
    ).toEqual([]);
  });

  it('an ended payment has one event, and any other none', () => {
    expect(
      wrong(({ outcome: { status, events } }) => events === (status === 'completed' || status === 'cancelled' ? status : '')),
    ).toEqual([]);
  });

  it('a payment that was cancelled before its acceptance has no details, whoever looks', () => {
    const isFirst = ({ steps }: Cell | Reachable): boolean => {
      const accepted = steps.indexOf('accepted');
      return steps.includes('cancel') && (accepted === -1 || steps.indexOf('cancel') < accepted);
    };
    const shows = ({ outcome }: Cell | Reachable): boolean => [outcome.read, ...outcome.answers].join().includes('details');
    expect(all.filter(isFirst).length).toBeGreaterThan(50);
    expect(wrong((cell) => !isFirst(cell) || !shows(cell))).toEqual([]);
  });

  it('nothing is counted for a payment after its cancellation was decided', () => {
    expect(wrong(({ outcome }) => !outcome.answers.includes('cancelled') || outcome.actual === '0.00')).toEqual([]);
  });

  it('only a payment that is still open has a live order', () => {
    expect(wrong(({ outcome: { status, order } }) => (status === 'pending') === (order === 'live'))).toEqual([]);
  });
});
