import { exportJWK, generateKeyPair } from 'jose';
import type { Transaction } from '#platform/database';
import { newId, type SigningKeyId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { recordAudit, type Actor } from '#features/access';
import { signingKeyPlace } from './signing-key-place.ts';
import { insertSigningKey } from './signing-keys-store.ts';

export type NewSigningKey = { readonly keyId: SigningKeyId; readonly signsFrom: Date };

/** Makes an Ed25519 key that signs from then on, on record. Its private part leaves this function sealed. */
export const makeSigningKey = async (
  { database, keyRing }: { readonly database: Transaction; readonly keyRing: KeyRing },
  { signsFrom, actor }: { readonly signsFrom: Date; readonly actor: Actor },
): Promise<NewSigningKey> => {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { x = '', d = '' } = await exportJWK(privateKey);
  const keyId = newId<SigningKeyId>();
  const privateEncrypted = keyRing.encrypt(d, signingKeyPlace(keyId));
  await insertSigningKey(database, { keyId, publicKey: Buffer.from(x, 'base64url'), privateEncrypted, signsFrom });
  const after = { signs_from: signsFrom };
  await recordAudit(database, { actor, action: 'signing_key.created', subject: keyId, after });
  return { keyId, signsFrom };
};
