import type { Api } from '#platform/apis';
import { wayOf } from './orderings.ts';
import type { StepName } from './step-names.ts';
import { steps } from './steps.ts';

const isAnswer = (name: StepName): boolean =>
  name.startsWith('accepted') || name === 'declined' || name === 'no answer';

/** Nothing is left out that has to come: where answers are among the steps, a provider that was asked gives one. */
const isWhole = (api: Api, names: readonly StepName[], among: readonly StepName[]): boolean => {
  const { attempt, open } = wayOf(api, names).payment;
  const isMissing = attempt !== 'none' && among.some(isAnswer) && !names.some(isAnswer);
  return names.length > 0 && open.length === 0 && !isMissing;
};

/** Every order of these steps, and of some of them, that goes on with the ones before. */
export const extend = (
  api: Api,
  names: readonly StepName[],
  among: readonly StepName[],
): readonly (readonly StepName[])[] => {
  const { payment } = wayOf(api, names);
  const next = among.filter((name) => !names.includes(name) && steps[name].cannotCome(payment, names) === null);
  return [
    ...(isWhole(api, names, among) ? [names] : []),
    ...next.flatMap((name) => extend(api, [...names, name], among)),
  ];
};

/** Every order of all of these, but for those that cannot come by then. */
export const permute = (
  api: Api,
  before: readonly StepName[],
  left: readonly StepName[],
): readonly (readonly StepName[])[] => {
  const { payment } = wayOf(api, before);
  const next = left.filter((name) => steps[name].cannotCome(payment, before) === null);
  if (next.length === 0) return [before];
  return next.flatMap((name) =>
    permute(
      api,
      [...before, name],
      left.filter((other) => other !== name),
    ),
  );
};
