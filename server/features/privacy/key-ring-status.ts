import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { readCanaries } from './canaries-store.ts';
import { fitOf } from './canary.ts';
import { countKeyUses, isNeeded, unused, type KeyUse } from './key-uses.ts';

export type KeyState = KeyUse & {
  readonly isInRing: boolean;
  /** Of a key in the ring: whether it is the one that the data was sealed with. `absent` before its first use. */
  readonly canary: 'opens' | 'does_not_open' | 'absent' | null;
};

export type KeyRingStatus = {
  /** Those of the ring in its order, then those that the ring lacks. */
  readonly keys: readonly KeyState[];
  /** Keys of the ring that are others than the data was sealed with, under the same names. */
  readonly wrong: readonly string[];
  /** What hangs on these can no longer be read, or found. */
  readonly missing: readonly string[];
  /** Nothing hangs on these, they are not in the ring, and no rotation has let go of them yet. */
  readonly unreleased: readonly string[];
  /** Nothing that must be read or found hangs on these. */
  readonly removable: readonly string[];
};

export type StatusNeeds = { readonly database: Database; readonly keyRing: Pick<KeyRing, 'ids' | 'decrypt'> };

const idsOf = (some: readonly KeyUse[]): string[] => some.map(({ keyId }) => keyId);

/** Counts what hangs on which key, and says how the ring fits. */
export const readKeyRingStatus = async ({ database, keyRing }: StatusNeeds): Promise<KeyRingStatus> => {
  const uses = new Map((await countKeyUses(database)).map((use) => [use.keyId, use]));
  const { wrong, lacking, unknown } = fitOf(keyRing, await readCanaries(database));
  const ids: readonly string[] = keyRing.ids;
  const canaryOf = (keyId: string) => {
    if (!ids.includes(keyId)) return null;
    if (unknown.includes(keyId)) return 'absent';
    return wrong.includes(keyId) ? 'does_not_open' : 'opens';
  };
  const all = new Set([...ids, ...uses.keys(), ...lacking]);
  const keys = [...all].map(
    (keyId): KeyState => ({
      ...(uses.get(keyId) ?? unused(keyId)),
      isInRing: ids.includes(keyId),
      canary: canaryOf(keyId),
    }),
  );
  const others = keys.filter(({ isInRing, keyId }) => isInRing && keyId !== keyRing.ids[0]);
  const missing = idsOf(keys.filter((use) => !use.isInRing && isNeeded(use)));
  return {
    keys,
    wrong,
    missing,
    unreleased: lacking.filter((keyId) => !missing.includes(keyId)),
    removable: idsOf(others.filter((use) => !isNeeded(use))),
  };
};

/** Every operation has one body digest, but for a cancellation that waits for its create. */
export const operationsIn = ({ keys }: KeyRingStatus): number =>
  keys.reduce((count, { bodyDigests }) => count + bodyDigests, 0);
