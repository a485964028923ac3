import { keyIdOf, type KeyRing, type SealedPlace } from '#platform/secrets';
import type { CanaryRow } from './canaries-store.ts';

const song = 'turnpike';

const placeOf = (keyId: string): SealedPlace => ({
  purpose: 'key_ring_canaries.canary',
  owner: 'key ring canary',
  rowId: keyId,
});

/** Sealed under the key as all data is; a process that opens it has the key. */
export const sealCanary = (keyRing: Pick<KeyRing, 'encryptUnder'>, keyId: string): Buffer =>
  keyRing.encryptUnder(keyId, song, placeOf(keyId));

/** False where the ring's key of that name is another one, or the canary was put into another key's place. */
const opensCanary = (keyRing: Pick<KeyRing, 'decrypt'>, { key_id: keyId, canary }: CanaryRow): boolean => {
  try {
    return keyIdOf(canary) === keyId && keyRing.decrypt(canary, placeOf(keyId)) === song;
  } catch {
    return false;
  }
};

/** How a ring and the canaries of a database fit together. */
export type Fit = {
  /** Keys of the ring that are not the ones the data was sealed with. */
  readonly wrong: readonly string[];
  /** Keys that are in use and not in the ring. */
  readonly lacking: readonly string[];
  /** Keys of the ring that have no canary yet. */
  readonly unknown: readonly string[];
};

export const fitOf = (keyRing: Pick<KeyRing, 'ids' | 'decrypt'>, canaries: readonly CanaryRow[]): Fit => {
  const ids: readonly string[] = keyRing.ids;
  const known = canaries.map((row) => row.key_id);
  return {
    wrong: canaries.filter((row) => ids.includes(row.key_id) && !opensCanary(keyRing, row)).map((row) => row.key_id),
    lacking: canaries.filter((row) => row.is_in_use && !ids.includes(row.key_id)).map((row) => row.key_id),
    unknown: ids.filter((id) => !known.includes(id)),
  };
};
