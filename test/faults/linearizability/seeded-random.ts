/** Numbers that a text decides: the same text, the same numbers. */
export type Random = {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** One of these, as often as its weight says. */
  readonly pick: <Item>(weighted: readonly (readonly [weight: number, item: Item])[]) => Item;
};

/** FNV-1a for the text, then mulberry32. */
export const randomOf = (text: string): Random => {
  let state = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5);
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
  return {
    below,
    pick: (weighted) => {
      let left = below(weighted.reduce((sum, [weight]) => sum + weight, 0));
      const [, chosen] = weighted.find(([weight]) => (left -= weight) < 0)!;
      return chosen;
    },
  };
};
