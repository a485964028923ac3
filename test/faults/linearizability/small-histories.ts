import type { Call } from './checker.ts';

type Times = { readonly from: number; readonly until: number };

/** Every way in which `size` calls may begin and end, some of them never; they are numbered as they begin. */
const everyTimes = (size: number): readonly (readonly Times[])[] => {
  const grow = (times: readonly Times[], at: number): (readonly Times[])[] => {
    const begun =
      times.length < size ? grow([...times, { from: at, until: Number.POSITIVE_INFINITY }], at + 1) : [times];
    const ended = times.flatMap(({ from, until }, call) =>
      until === Number.POSITIVE_INFINITY ? grow(times.with(call, { from, until: at }), at + 1) : [],
    );
    return [...begun, ...ended];
  };
  return grow([], 0);
};

const everyChoice = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  size === 0 ? [[]] : everyChoice(items, size - 1).flatMap((choice) => items.map((item) => [...choice, item]));

export type Kind<What> = Pick<Call<What>, 'what' | 'isOptional'>;

/** Every history of this many calls of these kinds. */
export function* everyHistory<What>(kinds: readonly Kind<What>[], size: number): Generator<readonly Call<What>[]> {
  const allTimes = everyTimes(size);
  for (const choice of everyChoice(kinds, size)) {
    for (const times of allTimes) yield choice.map((kind, call) => ({ ...kind, ...times[call]! }));
  }
}
