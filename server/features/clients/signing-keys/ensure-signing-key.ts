import type { Actor } from '#features/access';
import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { makeSigningKey } from './make-signing-key.ts';
import { lockSigningKeys, readSigningKeys, type SigningKey } from './signing-keys-store.ts';

type Needs = { readonly database: Database; readonly keyRing: KeyRing };

const server: Actor = { name: 'server', role: 'rule' };

const isUsable = ({ revokedAt }: SigningKey): boolean => revokedAt === null;

/** Makes the first signing key where there is none. Of processes that start together one makes it. */
export const ensureSigningKey = async ({ database, keyRing }: Needs): Promise<void> => {
  if ((await readSigningKeys(database)).some(isUsable)) return;
  await database.transaction(async (tx) => {
    await lockSigningKeys(tx);
    if ((await readSigningKeys(tx)).some(isUsable)) return;
    await makeSigningKey({ database: tx, keyRing }, { signsFrom: new Date(), actor: server });
  });
};
