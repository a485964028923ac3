import { apis, type Api } from '#platform/apis';
import { extend, permute } from './enumerate.ts';
import { familiesOf, repeated } from './families.ts';
import { isLateEffect, lateAnswer, wayOf, waysOf, type Groups, type Stop, type Way } from './orderings.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { overlapsAtEnd, overlapsOf } from './overlaps.ts';
import type { Family } from './receipt-families.ts';
import type { StepName } from './step-names.ts';
import { stepNames, steps } from './steps.ts';

export type Cell = {
  readonly api: Api;
  readonly name: string;
  readonly family: string;
  readonly steps: readonly StepName[];
  /** All the ways to let some of the steps overlap; in the first none do. */
  readonly overlaps: readonly Groups[];
  readonly outcome: Outcome;
};

export type Reachable = { readonly name: string; readonly steps: readonly Stop['name'][]; readonly outcome: Outcome };

const nameOf = (names: readonly string[]): string => names.join(' → ');

const byName = <Named extends { readonly name: string }>(found: readonly Named[]): readonly Named[] => {
  const first = new Map<string, Named>();
  for (const named of found) if (!first.has(named.name)) first.set(named.name, named);
  return [...first.values()];
};

const cellsOf = (api: Api, family: Family): readonly Cell[] => {
  const cellOf = (names: readonly StepName[], overlaps: readonly Groups[]): Cell => ({
    api,
    name: nameOf(names),
    family: family.title,
    steps: names,
    overlaps,
    outcome: outcomeOf(wayOf(api, names), names),
  });
  if ('after' in family) {
    const { after, together } = family;
    return together.flatMap((group) =>
      permute(api, after, group).map((names) => cellOf(names, overlapsAtEnd(names, names.length - after.length))),
    );
  }
  const orderings = 'listed' in family ? family.listed : extend(api, [], family.orderingsOf);
  return orderings.map((names) => cellOf(names, overlapsOf(api, names)));
};

const isPrompt = ({ path }: Way): boolean => !path.some(({ name }) => name === lateAnswer);

const reachableFrom = ({ api, steps: names, overlaps }: Cell): readonly Reachable[] =>
  overlaps.flatMap((groups) =>
    waysOf(api, names, groups)
      .filter(isPrompt)
      .map((way) => {
        const { answers, ...rest } = outcomeOf(way, names);
        const taken = way.path.map(({ name }) => name);
        return {
          name: nameOf(taken),
          steps: taken,
          outcome: {
            answers: taken.map((name, at) => (isLateEffect(name) ? '' : answers[way.path[at]!.position]!)),
            ...rest,
          },
        };
      }),
  );

type Impossible = { readonly step: StepName; readonly reason: string };

const impossibleAfter = ({ api, steps: names }: Cell, among: readonly StepName[]): readonly Impossible[] =>
  names.flatMap((_, position) => {
    const before = names.slice(0, position);
    const { payment } = wayOf(api, before);
    return among.flatMap((step) => {
      const reason = before.includes(step) ? null : steps[step].cannotCome(payment, before);
      return reason === null ? [] : [{ step, reason }];
    });
  });

export type Matrix = {
  /** Every cell, each once. */
  readonly cells: readonly Cell[];
  /** The steps that are in any of them. */
  readonly taken: readonly StepName[];
  /**
   * Where steps lead that overlap, when each request is answered as it took effect: what it may see besides is one of the
   * others. Requests that are repeated are left out: their orderings are examples of many.
   */
  readonly reachable: readonly Reachable[];
  /** What no step comes between when each has its turn. */
  readonly inBetween: readonly Reachable[];
  /** Why steps cannot come where they are in no cell, and which steps that is about. */
  readonly impossible: ReadonlyMap<string, readonly StepName[]>;
};

const matrixOf = (api: Api): Matrix => {
  const cells = byName(familiesOf(api).flatMap((family) => cellsOf(api, family)));
  const taken = stepNames.filter((step) => cells.some(({ steps: names }) => names.includes(step)));
  const reachable = byName(cells.filter(({ family }) => family !== repeated).flatMap(reachableFrom));
  const impossible = new Map<string, readonly StepName[]>();
  for (const { step, reason } of cells.flatMap((cell) => impossibleAfter(cell, taken))) {
    impossible.set(reason, [...new Set([...(impossible.get(reason) ?? []), step])]);
  }
  const inBetween = reachable.filter((way) => way.steps.some(isLateEffect));
  return { cells, taken, reachable, inBetween, impossible };
};

/** One for the payments of each API: what differs is what the profile of the API says. */
export const matrices: Readonly<Record<Api, Matrix>> = { v1: matrixOf('v1'), h2h: matrixOf('h2h') };

export const allCells: readonly Cell[] = apis.flatMap((api) => matrices[api].cells);

/** What comes before all cells of a family and is said once for them; null where it has nothing of that kind. */
export const beforeOf = (api: Api, title: string): readonly StepName[] | null => {
  const family = familiesOf(api).find((item) => item.title === title);
  return family !== undefined && 'after' in family ? family.after : null;
};
