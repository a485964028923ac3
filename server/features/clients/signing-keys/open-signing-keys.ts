import { createPublicKey, type KeyObject } from 'node:crypto';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import type { Database } from '#platform/database';
import { createRecentCache } from '#platform/recent-cache';
import type { SigningKeyId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { clockSkewMs } from '../tokens/token-times.ts';
import { scheduleKeys, type Scheduled } from './key-schedule.ts';
import { signingKeyPlace } from './signing-key-place.ts';
import { readSigningKeys, type SigningKey } from './signing-keys-store.ts';

export type VerifyingKey = {
  readonly keyId: SigningKeyId;
  readonly publicKey: KeyObject;
  /** A token that says to be younger was not signed while the key signed. */
  readonly issuesUntilMs: number;
  readonly acceptedUntilMs: number;
};

export type CurrentKeys = {
  /**
   * By the first part of the tokens that they sign. What a stranger writes there is compared, and never read: there is no
   * algorithm, no key and no address in it that could be believed.
   */
  readonly byHeader: ReadonlyMap<string, VerifyingKey>;
  /** Null: there is none, because no server has made one yet. */
  readonly signing: { readonly keyId: SigningKeyId; readonly privateKey: CryptoKey } | null;
  /** What the JWKS shows. */
  readonly published: readonly JWK[];
};

export type SigningKeys = () => Promise<CurrentKeys>;

// As with API keys: half of the second within which a revocation holds everywhere, the other half is for its commit.
const maxAgeMs = 500;

/** The header of every token that a key signs, as it is signed. */
export const headerOf = (keyId: SigningKeyId) => ({ alg: 'EdDSA', typ: 'at+jwt', kid: keyId }) as const;

const encodedHeaderOf = (keyId: SigningKeyId): string =>
  Buffer.from(JSON.stringify(headerOf(keyId))).toString('base64url');

const curve = { kty: 'OKP', crv: 'Ed25519' } as const;

const publicPartOf = ({ publicKey }: SigningKey): JWK => ({ ...curve, x: publicKey.toString('base64url') });

const msOf = (time: Date | null): number => time?.getTime() ?? Infinity;

const isPublished = ({ state }: Scheduled<SigningKey>): boolean =>
  state === 'next' || state === 'signing' || state === 'retired';

const toVerifying = ({ key, signsUntil, acceptedUntil }: Scheduled<SigningKey>): VerifyingKey => ({
  keyId: key.keyId,
  publicKey: createPublicKey({ key: publicPartOf(key), format: 'jwk' }),
  issuesUntilMs: msOf(signsUntil) + clockSkewMs,
  acceptedUntilMs: msOf(acceptedUntil),
});

const openPrivate = async (key: SigningKey, keyRing: KeyRing): Promise<CryptoKey | null> => {
  if (key.privateEncrypted === null) return null;
  const d = keyRing.decrypt(key.privateEncrypted, signingKeyPlace(key.keyId));
  return (await importJWK({ ...publicPartOf(key), d }, 'EdDSA')) as CryptoKey;
};

const readCurrent = async (database: Database, keyRing: KeyRing): Promise<CurrentKeys> => {
  const schedule = scheduleKeys(await readSigningKeys(database), new Date()).filter(isPublished);
  const verifying = schedule.map(toVerifying);
  const signing = schedule.find(({ state }) => state === 'signing')?.key;
  const privateKey = signing === undefined ? null : await openPrivate(signing, keyRing);
  return {
    byHeader: new Map(verifying.map((key) => [encodedHeaderOf(key.keyId), key])),
    signing: signing === undefined || privateKey === null ? null : { keyId: signing.keyId, privateKey },
    published: schedule.map(({ key }) => ({ ...publicPartOf(key), kid: key.keyId, use: 'sig', alg: 'EdDSA' })),
  };
};

/**
 * The signing keys as they were at most half a second ago: one question for all of them, however many tokens come and whatever
 * key they name. A key that is unknown leaves nothing behind.
 */
export const openSigningKeys = ({
  database,
  keyRing,
}: {
  readonly database: Database;
  readonly keyRing: KeyRing;
}): SigningKeys => {
  const current = createRecentCache({ maxAgeMs, maxEntries: 1, load: () => readCurrent(database, keyRing) });
  return () => current('all');
};
