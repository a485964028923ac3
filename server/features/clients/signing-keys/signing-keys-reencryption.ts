import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { signingKeyPlace } from './signing-key-place.ts';
import { readSigningKeyCounts, readStalePrivateParts, replacePrivatePart } from './signing-keys-store.ts';

type Needs = { readonly database: Database; readonly keyRing: KeyRing };

/** Encrypts signing keys with the first key of the ring, as far as the ring can read them. Answers how many. */
export const reencryptSigningKeys = async ({ database, keyRing }: Needs): Promise<number> => {
  let count = 0;
  for (const key of await readStalePrivateParts(database, keyRing.ids[0], keyRing.ids)) {
    const place = signingKeyPlace(key.keyId);
    const resealed = keyRing.encrypt(keyRing.decrypt(key.sealed, place), place);
    if (await replacePrivatePart(database, key, resealed)) count += 1;
  }
  return count;
};

/** How many signing keys hang on which key of the ring. */
export const countSigningKeysByKey = async ({ database }: Pick<Needs, 'database'>): Promise<Map<string, number>> =>
  new Map((await readSigningKeyCounts(database)).map(({ key_id: keyId, count }) => [keyId, count]));
