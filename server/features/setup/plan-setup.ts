import { isDeepStrictEqual } from 'node:util';
import { keyOf, kinds, type Change, type Item, type Kind, type WantedItem } from './setup-items.ts';

export type Plan = {
  /** In the order of writing: what others refer to first, removals before what may take their place. */
  readonly changes: readonly Change[];
  /** Routes, tariffs and endpoints of the named shops that the file does not name; they stay unless pruned. */
  readonly unnamed: readonly Item[];
};

/** What the kind of an item allows to be taken away again. Everything else has a history that refers to it. */
const prunableKinds: ReadonlySet<Kind> = new Set(['route', 'tariff', 'endpoint']);

const keyed = <Some extends Item>(items: readonly Some[]): Map<string, Some> =>
  new Map(items.map((item) => [keyOf(item), item]));

const byOrderOfWriting = (left: Change, right: Change): number => {
  const removals = Number(right.action === 'remove') - Number(left.action === 'remove');
  return removals === 0 ? kinds.indexOf(left.kind) - kinds.indexOf(right.kind) : removals;
};

export const planSetup = (wanted: readonly WantedItem[], current: readonly Item[], isPruning: boolean): Plan => {
  const present = keyed(current);
  const named = keyed(wanted);
  const shops = new Set(wanted.filter(({ kind }) => kind === 'shop').map(({ subject }) => subject));
  // A disabled endpoint is what remains of a removed one: its deliveries still refer to it.
  const unnamed = current.filter(
    (item) =>
      prunableKinds.has(item.kind) &&
      shops.has(item.shop ?? '') &&
      !named.has(keyOf(item)) &&
      item.values['isEnabled'] !== false,
  );
  const changes = wanted.flatMap((item): Change[] => {
    const { kind, shop, subject, values: after } = item;
    const before = present.get(keyOf(item))?.values ?? null;
    if (before !== null && isDeepStrictEqual({ ...before }, { ...after })) return [];
    return [{ action: before === null ? 'create' : 'change', kind, shop, subject, before, after }];
  });
  const removals = unnamed.map(
    ({ kind, shop, subject, values: before }): Change => ({
      action: 'remove',
      kind,
      shop,
      subject,
      before,
      after: null,
    }),
  );
  return isPruning
    ? { changes: [...changes, ...removals].sort(byOrderOfWriting), unnamed: [] }
    : { changes: [...changes].sort(byOrderOfWriting), unnamed };
};
