import { randomFrom } from '#test/support/random';
import type { Cell } from './matrix.ts';
import type { Groups } from './orderings.ts';

/** How often each cell runs, and what its choices are made from: the long runs and a replay set them. */
export const repeats = Number(process.env['RACE_REPEATS'] ?? '2');
export const raceSeed = process.env['RACE_SEED'] ?? '1';

/**
 * Twice at least: one step after the other, and overlapping. Where the steps overlap in one way only, most of what another
 * run could show is shown by the cell of the other order.
 */
export const repeatsOf = ({ overlaps }: Cell): number =>
  Math.max(2, overlaps.length > 2 ? repeats : Math.ceil(repeats * 0.4));

/** How one run of a cell is carried out. */
export type Plan = {
  readonly groups: Groups;
  /** Which instance each step goes to. */
  readonly instances: readonly number[];
  /** How long each step of a group waits before it begins. */
  readonly delaysMs: readonly number[];
  /** How long the payment's row is held while the steps of a group begin, so that they stand in line for it. */
  readonly holdsMs: readonly number[];
};

/** The first run of a cell takes one step after the other; in the others some of them overlap, where any can. */
export const planRun = ({ name, steps, overlaps }: Cell, size: number, repeat: number): Plan => {
  const { below } = randomFrom(`${raceSeed} ${size} ${name} ${repeat}`);
  const [oneByOne, ...overlapping] = overlaps;
  const groups = (repeat === 0 ? undefined : overlapping[below(overlapping.length)]) ?? oneByOne!;
  const first = below(size);
  // There is no row to be held before the create.
  const created = groups.findIndex((group) => group.some((position) => steps[position] === 'create'));
  const isHeld = (group: readonly number[], index: number): boolean =>
    group.length > 1 && created !== -1 && index > created && below(2) === 1;
  return {
    groups,
    instances: steps.map((_, position) => (first + position) % size),
    delaysMs: steps.map(() => below(4)),
    holdsMs: groups.map((group, index) => (isHeld(group, index) ? 3 + below(12) : 0)),
  };
};
