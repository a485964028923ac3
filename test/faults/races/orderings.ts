import { absent, type Payment } from './payment-model.ts';
import { steps, type StepName } from './steps.ts';

/** What an early callback does when it comes after its acceptance, but not at once. */
export const lateEffect = 'early callback takes effect';

export type Stop = { readonly name: StepName | typeof lateEffect; readonly position: number };

/** A payment on its way, and the steps that have brought it there. A step that could not come is not among them. */
export type Way = { readonly payment: Payment; readonly path: readonly Stop[] };

/** The positions of steps that overlap. Those of one group come in any order, those of two never. */
export type Groups = readonly (readonly number[])[];

type Turn = { readonly position: number; readonly name: StepName; readonly moment: number };

/** Whatever else overlaps, a provider acts only once it was asked. */
const comesAfterCreate = new Set<StepName>(['accepted', 'declined', 'no answer', 'paid', 'paid in part', 'failed']);

const namesOf = ({ path }: Way): StepName[] => path.flatMap(({ name }) => (name === lateEffect ? [] : [name]));

const go = (way: Way, { position, name, moment }: Turn): { readonly way: Way; readonly isOver: boolean } => {
  const { moments, cannotCome } = steps[name];
  if (moment === 0 && cannotCome(way.payment, namesOf(way)) !== null) return { way, isOver: true };
  const payment = moments[moment]!(way.payment, position);
  const isLate = moment > 0 && way.path.at(-1)?.position !== position && payment !== way.payment;
  const stops: readonly Stop[] = moment === 0 ? [{ name, position }] : isLate ? [{ name: lateEffect, position }] : [];
  return { way: { payment, path: [...way.path, ...stops] }, isOver: moment + 1 === moments.length };
};

/** All the ways in which the moments of overlapping steps can follow each other. */
const interleave = (way: Way, turns: readonly Turn[]): readonly Way[] => {
  if (turns.length === 0) return [way];
  const hasCreate = turns.some(({ name }) => name === 'create');
  return turns
    .filter(({ name }) => !(hasCreate && comesAfterCreate.has(name)))
    .flatMap((turn) => {
      const others = turns.filter((other) => other !== turn);
      const { way: next, isOver } = go(way, turn);
      return interleave(next, isOver ? others : [...others, { ...turn, moment: turn.moment + 1 }]);
    });
};

/** The ways that steps can take when those of a group overlap. */
export const waysOf = (names: readonly StepName[], groups: Groups): readonly Way[] =>
  groups.reduce<readonly Way[]>(
    (ways, group) => {
      const turns = group.map((position) => ({ position, name: names[position]!, moment: 0 }));
      return ways.flatMap((way) => interleave(way, turns));
    },
    [{ payment: absent, path: [] }],
  );

/** Each step by itself. */
export const oneByOne = (names: readonly StepName[]): Groups => names.map((_, position) => [position]);

/** The way of steps that come one after the other. */
export const wayOf = (names: readonly StepName[]): Way => waysOf(names, oneByOne(names))[0]!;
