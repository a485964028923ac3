import type { Groups } from './orderings.ts';
import type { StepName } from './steps.ts';

const isExpiry = (name: StepName): boolean => name.startsWith('expire');
const answers: readonly StepName[] = ['accepted', 'declined', 'no answer'];

/** Whether these steps can be under way at once, after those that came before. */
const mayOverlap = (names: readonly StepName[], before: readonly StepName[]): boolean => {
  // Nobody knows an id before there is one, and nothing is due before it was accepted.
  if (names.includes('cancel by id') && !before.includes('create')) return false;
  if (names.includes('accepted') && names.some(isExpiry)) return false;
  // A create that waits for another one looks at it now and then: what it meets is any of the states in between.
  const isAnswered = before.some((name) => answers.includes(name));
  if (before.includes('create again') && !isAnswered) return false;
  return !names.includes('create again') || before.includes('accepted');
};

const mostAtOnce = 3;

/** All the ways to let some steps overlap with those right after them; the first lets none. */
export const overlapsOf = (names: readonly StepName[]): readonly Groups[] =>
  names.reduce<readonly Groups[]>(
    (found, _name, position) => {
      const apart = found.map((groups) => [...groups, [position]]);
      const together = found.flatMap((groups) => {
        const last = groups.at(-1);
        if (last === undefined || last.length === mostAtOnce) return [];
        const group = [...last, position];
        const fits = mayOverlap(group.map((at) => names[at]!), names.slice(0, group[0]));
        return fits ? [[...groups.slice(0, -1), group]] : [];
      });
      return [...apart, ...together];
    },
    [[]],
  );
