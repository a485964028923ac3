/** Chances that a seed decides: the same seed, the same choices on every machine. */
export type Random = {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  /** By weight: `[['often', 9], ['rarely', 1]]`. */
  readonly weighed: <Value>(choices: readonly (readonly [Value, number])[]) => Value;
  readonly chance: (percent: number) => boolean;
};

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5);

/** Mulberry32; a text becomes a number by FNV-1a. */
export const randomFrom = (seed: number | string): Random => {
  let state = (typeof seed === 'string' ? hashOf(seed) : seed) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    below: (limit) => between(0, limit - 1),
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    weighed: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return choices.at(-1)![0];
    },
    chance: (percent) => next() * 100 < percent,
  };
};
