import { profileOf } from '#features/operations';
import type { Api } from '#platform/apis';
import { oneByOne, type Groups } from './orderings.ts';
import type { StepName } from './step-names.ts';

const isExpiry = (name: StepName): boolean => name.startsWith('expire');
const isAcceptance = (name: StepName): boolean => name.startsWith('accepted');
const isAnswer = (name: StepName): boolean => isAcceptance(name) || name === 'declined' || name === 'no answer';

/** A create that waits for another one looks at it now and then: what it meets is any of the states in between. */
export const mayWait = (api: Api, name: StepName): boolean =>
  name === 'create again (same key)' || (name === 'create again' && profileOf(api).duplicateCreate === 'same_answer');

/** Where one that comes later has the key of the first, the first has to be the one that came first. */
const isFirstKnown = (names: readonly StepName[], all: readonly StepName[]): boolean =>
  !all.includes('create again (same key)') || !(names.includes('create') && names.includes('create again'));

/** Whether these steps can be under way at once, after those that came before. */
const mayOverlap = (api: Api, names: readonly StepName[], before: readonly StepName[]): boolean => {
  const waits = (name: StepName): boolean => mayWait(api, name);
  // No caller knows an id before there is one, and nothing is due before it was accepted.
  if (names.includes('cancel by id') && !before.includes('create')) return false;
  if (names.some(isAcceptance) && names.some(isExpiry)) return false;
  if (before.some(waits) && !before.some(isAnswer)) return false;
  return !names.some(waits) || before.some(isAcceptance);
};

const mostAtOnce = 3;

/** All the ways to let some steps overlap with those right after them; the first lets none. */
export const overlapsOf = (api: Api, names: readonly StepName[]): readonly Groups[] =>
  names.reduce<readonly Groups[]>(
    (found, _name, position) => {
      const apart = found.map((groups) => [...groups, [position]]);
      const together = found.flatMap((groups) => {
        const last = groups.at(-1);
        if (last === undefined || last.length === mostAtOnce) return [];
        const group = [...last, position];
        const overlapping = group.map((at) => names[at]!);
        const fits = mayOverlap(api, overlapping, names.slice(0, group[0])) && isFirstKnown(overlapping, names);
        return fits ? [[...groups.slice(0, -1), group]] : [];
      });
      return [...apart, ...together];
    },
    [[]],
  );

/** The same for steps of which all come one by one, but for some at the end. */
export const overlapsAtEnd = (names: readonly StepName[], count: number): readonly Groups[] => {
  const [before, last] = [oneByOne(names.slice(0, -count)), names.map((_, position) => position).slice(-count)];
  return [oneByOne(names), ...(last.length > 1 ? [[...before, last]] : [])];
};
