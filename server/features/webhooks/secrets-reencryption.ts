import { secretPlace } from './secret-place.ts';
import type { SecretNeeds } from './secrets.ts';
import { readSecretKeys, readStaleSecrets, replaceSecret } from './secrets-store.ts';

const batchSize = 200;

/** Encrypts every webhook secret with the first key of the ring, as far as the ring can read it. Answers how many. */
export const reencryptSecrets = async ({ database, keyRing }: SecretNeeds): Promise<number> => {
  let count = 0;
  for (;;) {
    const stale = await readStaleSecrets(database, keyRing.ids[0], keyRing.ids, batchSize);
    if (stale.length === 0) return count;
    for (const secret of stale) {
      const place = secretPlace(secret.shop_id, secret.secret_id);
      const plain = keyRing.decrypt(secret.secret_encrypted, place);
      if (await replaceSecret(database, secret, keyRing.encrypt(plain, place))) count += 1;
    }
  }
};

/** How many secrets hang on which key. */
export const countSecretsByKey = async ({ database }: Pick<SecretNeeds, 'database'>): Promise<Map<string, number>> =>
  new Map((await readSecretKeys(database)).map(({ key_id: keyId, count }) => [keyId, count]));
