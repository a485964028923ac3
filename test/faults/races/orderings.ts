import type { Api } from '#platform/apis';
import { absentFrom, type Payment } from './payment-model.ts';
import { fileOf } from './receipt-steps.ts';
import { isConfirmation, isVerdict, type StepName } from './step-names.ts';
import { steps } from './steps.ts';

/** What a step does besides, when that comes after its first moment, but not at once. */
const lateEffects = ['early callback takes effect', 'file is judged'] as const;
type LateEffect = (typeof lateEffects)[number];

const lateEffectOf = (name: StepName): LateEffect => lateEffects[isConfirmation(name) ? 1 : 0];

export const isLateEffect = (name: string): name is LateEffect => lateEffects.some((effect) => effect === name);

/** A request that is answered when something else has come since it took effect. */
export const lateAnswer = 'is answered late';

export type Stop = { readonly name: StepName | LateEffect | typeof lateAnswer; readonly position: number };

/** A payment on its way, and the steps that have brought it there. A step that could not come is not among them. */
export type Way = { readonly payment: Payment; readonly path: readonly Stop[] };

/** The positions of steps that overlap. Those of one group come in any order, those of two never. */
export type Groups = readonly (readonly number[])[];

type Turn = { readonly position: number; readonly name: StepName; readonly moment: number };

/** Whatever else overlaps, a provider actions only once it was asked. */
const comesAfterCreate = new Set<StepName>([
  'accepted',
  'accepted, receipt wanted',
  'declined',
  'no answer',
  'paid',
  'paid in part',
  'failed',
]);

/** Whether the other has to be there before it: an order to be told of, a file to be judged. */
const comesAfter = ({ payment }: Way, name: StepName, other: Turn): boolean =>
  other.name === 'create'
    ? payment.attempt === 'none' && comesAfterCreate.has(name)
    : isVerdict(name) && isConfirmation(other.name) && other.moment === 0 && fileOf[name] === fileOf[other.name];

const namesOf = ({ path }: Way): StepName[] =>
  path.flatMap(({ name }) => (isLateEffect(name) || name === lateAnswer ? [] : [name]));

const go = (way: Way, { position, name, moment }: Turn): { readonly way: Way; readonly isOver: boolean } => {
  const { moments, tells, cannotCome } = steps[name];
  if (moment === 0 && cannotCome(way.payment, namesOf(way)) !== null) return { way, isOver: true };
  const all = tells === undefined ? moments : [...moments, tells];
  const payment = all[moment]!(way.payment, position);
  const isLate = moment > 0 && way.path.at(-1)?.position !== position && payment !== way.payment;
  const late = moment < moments.length ? lateEffectOf(name) : lateAnswer;
  const stops: readonly Stop[] = moment === 0 ? [{ name, position }] : isLate ? [{ name: late, position }] : [];
  return { way: { payment, path: [...way.path, ...stops] }, isOver: moment + 1 === all.length };
};

/** All the ways in which the moments of overlapping steps can follow each other. */
const interleave = (way: Way, turns: readonly Turn[]): readonly Way[] => {
  if (turns.length === 0) return [way];
  return turns
    .filter((turn) => !turns.some((other) => other !== turn && comesAfter(way, turn.name, other)))
    .flatMap((turn) => {
      const others = turns.filter((other) => other !== turn);
      const { way: next, isOver } = go(way, turn);
      return interleave(next, isOver ? others : [...others, { ...turn, moment: turn.moment + 1 }]);
    });
};

/** The ways that steps can take when those of a group overlap. */
export const waysOf = (api: Api, names: readonly StepName[], groups: Groups): readonly Way[] =>
  groups.reduce<readonly Way[]>(
    (ways, group) => {
      const turns = group.map((position) => ({ position, name: names[position]!, moment: 0 }));
      return ways.flatMap((way) => interleave(way, turns));
    },
    [{ payment: absentFrom(api), path: [] }],
  );

/** Each step by itself. */
export const oneByOne = (names: readonly StepName[]): Groups => names.map((_, position) => [position]);

/** The way of steps that come one after the other. */
export const wayOf = (api: Api, names: readonly StepName[]): Way => waysOf(api, names, oneByOne(names))[0]!;
