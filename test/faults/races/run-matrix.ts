import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { patienceMs } from '#test/support/patience';
import { openEnvironment, type Environment } from './environment.ts';
import { apis } from '#platform/apis';
import { allCells, type Cell } from './matrix.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { waysOf } from './orderings.ts';
import { planRun, raceSeed, repeats, repeatsOf, type Plan } from './race-plan.ts';
import { runOnce } from './run-once.ts';

const cellsAtOnce = 16;

const allowedBy = ({ api, steps }: Cell, { groups }: Plan): readonly string[] => [
  ...new Set(waysOf(api, steps, groups).map((way) => JSON.stringify(outcomeOf(way, steps)))),
];

const shownPlan = ({ steps }: Cell, { groups, instances, holdsMs }: Plan): string =>
  groups
    .map((group, index) => {
      const taken = group.map((position) => `${steps[position]} at ${instances[position]}`).join(' | ');
      return holdsMs[index]! > 0 ? `[${taken}, held for ${holdsMs[index]} ms]` : taken;
    })
    .join(' → ');

/** A step that waits for ever is a failure to be told, with what would repeat it. */
const within = async (raceRun: Promise<Outcome>): Promise<Outcome> => {
  const enough = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: enough.signal }).then(() => {
    throw new Error(`not over after ${patienceMs} ms`);
  });
  return Promise.race([raceRun, late]).finally(() => enough.abort());
};

/** What went otherwise than the matrix says, in one run of a cell; null: nothing. */
const tryOnce = async (environment: Environment, cell: Cell, size: number, repeat: number): Promise<string | null> => {
  const plan = planRun(cell, size, repeat);
  const allowed = allowedBy(cell, plan);
  const observed = await within(runOnce(environment, cell, plan)).then(
    (outcome) => JSON.stringify(outcome),
    (error: unknown) => String(error),
  );
  if (allowed.includes(observed)) return null;
  const heading = `RACE_SEED=${raceSeed}, ${cell.api}, run ${repeat} on ${size}: ${shownPlan(cell, plan)}`;
  return [heading, ` observed ${observed}`, ...allowed.map((outcome) => `  allowed ${outcome}`)].join('\n');
};

const runCell = async (environment: Environment, cell: Cell, size: number): Promise<readonly string[]> => {
  const failures: string[] = [];
  for (let repeat = 0; repeat < repeatsOf(cell); repeat += 1) {
    const failure = await tryOnce(environment, cell, size, repeat);
    if (failure !== null) failures.push(failure);
  }
  return failures;
};

/** Tells what went wrong in a cell. Those that come next begin with it, so that some are always under way. */
const createRunner = (environment: Environment, size: number) => {
  const begun = new Map<Cell, Promise<readonly string[]>>();
  const run = (wanted: Cell): Promise<readonly string[]> => {
    const first = allCells.indexOf(wanted);
    for (const cell of allCells.slice(first, first + cellsAtOnce)) {
      if (!begun.has(cell)) begun.set(cell, runCell(environment, cell, size));
    }
    return begun.get(wanted)!;
  };
  return { run, allOver: () => Promise.all(begun.values()) };
};

/** A test for each cell of the matrix of each API, at instances of this number. */
export const runMatrix = (size: number): void => {
  const timeoutMs = patienceMs + 60_000 + repeats * 2_000;
  let environment: Environment;
  let runner: ReturnType<typeof createRunner>;
  beforeAll(async () => {
    environment = await openEnvironment(size);
    runner = createRunner(environment, size);
  });
  afterAll(async () => {
    await runner.allOver();
    await environment.close();
  });

  describe.each(apis)('a payment by %s ends as the matrix says after', (wantedApi) => {
    const cells = allCells.filter(({ api }) => api === wantedApi);
    describe.each([...new Set(cells.map(({ family }) => family))])('%s', (title) => {
      it.each(cells.filter(({ family }) => family === title))(
        '$name',
        async (cell) => {
          expect((await runner.run(cell)).join('\n')).toBe('');
        },
        timeoutMs,
      );
    });
  });

  it(
    'leaves no invariant broken',
    async () => {
      await runner.allOver();
      expect(await environment.findBroken()).toEqual([]);
    },
    600_000 + timeoutMs,
  );
};
