import { keyIdOf } from '#platform/secrets';
import { contentKeyPlace } from './content-cipher.ts';
import { beginning, readKeyCounts, readNextKeys, replaceKeys } from './content-keys-store.ts';
import type { PostgresStorageNeeds } from './postgres-storage.ts';

// A batch holds its rows for some milliseconds: no statement that wants one of them gives up waiting.
const defaultBatchSize = 500;

/**
 * Seals the keys of stored files with the first key of the ring, as far as the ring can read them; the files stay as they
 * are. Answers how many.
 */
export const reencryptReceiptKeys = async (
  { database, keyRing }: PostgresStorageNeeds,
  batchSize = defaultBatchSize,
): Promise<number> => {
  let count = 0;
  let after = { shopId: beginning, fileId: beginning };
  for (;;) {
    const rows = await readNextKeys(database, after, keyRing.ids[0], batchSize);
    const last = rows.at(-1);
    if (last === undefined) return count;
    const resealed = rows.flatMap(({ shop_id: shopId, file_id: fileId, stale: old }) => {
      if (old === null || !keyRing.ids.includes(keyIdOf(old))) return [];
      const place = contentKeyPlace({ shopId, fileId });
      return [{ shopId, fileId, old, keyEncrypted: keyRing.encrypt(keyRing.decrypt(old, place), place) }];
    });
    if (resealed.length > 0) count += await replaceKeys(database, resealed);
    after = { shopId: last.shop_id, fileId: last.file_id };
  }
};

/** How many stored files hang on which key. */
export const countReceiptsByKey = async ({
  database,
}: Pick<PostgresStorageNeeds, 'database'>): Promise<Map<string, number>> =>
  new Map((await readKeyCounts(database)).map(({ key_id: keyId, count }) => [keyId, count]));
