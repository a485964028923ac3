import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { openContent, sealContent, unsealKey } from './content-cipher.ts';
import { deleteContent, insertContent, readContent, readContentKey } from './contents-store.ts';
import type { FileRef, ReceiptStorage } from './storage.ts';

export type PostgresStorageNeeds = { readonly database: Database; readonly keyRing: KeyRing };

const absent = ({ fileId }: FileRef): Error => new Error(`There is no content of receipt file ${fileId}.`);

/** Keeps files in the database, encrypted; a content without its row in `receipt_files` cannot be. */
export const createPostgresStorage = ({ database, keyRing }: PostgresStorageNeeds): ReceiptStorage => ({
  name: 'postgres',
  put: (file, content) => insertContent(database, file, sealContent(keyRing, file, content)),
  get: async (file) => {
    const sealed = await readContent(database, file);
    if (sealed === null) throw absent(file);
    return openContent(keyRing, file, sealed);
  },
  remove: (file) => deleteContent(database, file),
  linkTo: async (file) => {
    const keyEncrypted = await readContentKey(database, file);
    if (keyEncrypted === null) throw absent(file);
    // What cannot be opened would be a link that leads nowhere.
    unsealKey(keyRing, file, keyEncrypted);
    return null;
  },
});
