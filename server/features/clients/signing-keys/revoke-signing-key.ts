import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { SigningKeyId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import type { KeyRing } from '#platform/secrets';
import { scheduleKeys } from './key-schedule.ts';
import { makeSigningKey, type NewSigningKey } from './make-signing-key.ts';
import { lockSigningKeys, markKeyRevoked, readSigningKeys } from './signing-keys-store.ts';

type Needs = { readonly database: Database; readonly keyRing: KeyRing };
type Order = { readonly keyId: SigningKeyId; readonly actor: Operator };

export type RevokedSigningKey = {
  readonly keyId: SigningKeyId;
  /** What signs in its place from now on, where nothing else would. */
  readonly replacement: NewSigningKey | null;
};

/**
 * Refuses every token of a key within a second, also those that operators have issued: for one that may have become known.
 * Where no key would be left to sign, another one does at once.
 */
export const revokeSigningKey = (needs: Needs, { keyId, actor }: Order): Promise<RevokedSigningKey> =>
  needs.database.transaction(async (tx) => {
    await lockSigningKeys(tx);
    const keys = await readSigningKeys(tx);
    if (!keys.some((key) => key.keyId === keyId)) throw new OperatorRefusal('signing_key_not_found', { keyId });
    const now = new Date();
    if (!(await markKeyRevoked(tx, keyId, now))) return { keyId, replacement: null };
    await recordAudit(tx, { actor, action: 'signing_key.revoked', subject: keyId });
    if (scheduleKeys(await readSigningKeys(tx), now).some(({ state }) => state === 'signing')) {
      return { keyId, replacement: null };
    }
    return { keyId, replacement: await makeSigningKey({ ...needs, database: tx }, { signsFrom: now, actor }) };
  });
