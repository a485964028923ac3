import { advisoryLocks } from '#platform/advisory-locks';
import { runStatement, type Database, type Statement, type Transaction } from '#platform/database';
import type { SigningKeyId } from '#platform/ids';
import type { KeyTimes } from './key-schedule.ts';

export type SigningKey = KeyTimes & {
  readonly createdAt: Date;
  readonly publicKey: Buffer;
  /** Null once it signs no more. */
  readonly privateEncrypted: Buffer | null;
};

const reading: Statement = {
  name: 'signing_keys_read',
  text: `select key_id as "keyId", public_key as "publicKey", private_encrypted as "privateEncrypted",
      created_at as "createdAt", signs_from as "signsFrom", needed_until as "neededUntil", revoked_at as "revokedAt"
    from signing_keys order by signs_from, key_id`,
};

/** All of them: one more with each rotation. */
export const readSigningKeys = (database: Database): Promise<SigningKey[]> => runStatement(database, reading, []);

// One at a time over all processes: two that rotate, or make the first key, must see each other's.
export const lockSigningKeys = async (transaction: Transaction): Promise<void> => {
  await transaction.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.signingKeys]);
};

type NewKey = Pick<SigningKey, 'keyId' | 'publicKey' | 'signsFrom'> & { readonly privateEncrypted: Buffer };

const insertion: Statement = {
  name: 'signing_key_insert',
  text: `insert into signing_keys (key_id, public_key, private_encrypted, signs_from) values ($1, $2, $3, $4)`,
};

export const insertSigningKey = async (database: Database, key: NewKey): Promise<void> => {
  await runStatement(database, insertion, [key.keyId, key.publicKey, key.privateEncrypted, key.signsFrom]);
};

const need: Statement = {
  name: 'signing_key_need',
  text: `update signing_keys set needed_until = greatest(needed_until, $2) where key_id = $1`,
};

/** Notes that a token ends then which an operator has issued under the key. */
export const needSigningKey = async (database: Database, keyId: SigningKeyId, until: Date): Promise<void> => {
  await runStatement(database, need, [keyId, until]);
};

const revocation: Statement = {
  name: 'signing_key_revoke',
  text: `update signing_keys set revoked_at = $2, private_encrypted = null where key_id = $1 and revoked_at is null
    returning key_id`,
};

/** False when it is revoked already, or there is none. */
export const markKeyRevoked = async (database: Database, keyId: SigningKeyId, at: Date): Promise<boolean> =>
  (await runStatement(database, revocation, [keyId, at])).length === 1;

const erasure: Statement = {
  name: 'signing_keys_erase_private',
  text: `update signing_keys set private_encrypted = null where key_id = any($1::uuid[]) and private_encrypted is not null`,
};

export const erasePrivateParts = async (database: Database, keyIds: readonly SigningKeyId[]): Promise<void> => {
  await runStatement(database, erasure, [keyIds]);
};

export type SealedPrivateKey = { readonly keyId: SigningKeyId; readonly sealed: Buffer };

const stale: Statement = {
  name: 'signing_keys_stale',
  text: `select key_id as "keyId", private_encrypted as sealed from signing_keys
    where private_encrypted is not null and not is_sealed_under(private_encrypted, $1)
      and sealed_by(private_encrypted) = any($2::text[])`,
};

/** Those that hang on one of `ringIds` and are not sealed as they would be now, which is under `ringId`. */
export const readStalePrivateParts = (
  database: Database,
  ringId: string,
  ringIds: readonly string[],
): Promise<SealedPrivateKey[]> => runStatement(database, stale, [ringId, ringIds]);

const replacement: Statement = {
  name: 'signing_key_replace_private',
  text: `update signing_keys set private_encrypted = $3 where key_id = $1 and private_encrypted = $2 returning key_id`,
};

/** False when it is no longer what was read. */
export const replacePrivatePart = async (
  database: Database,
  { keyId, sealed }: SealedPrivateKey,
  resealed: Buffer,
): Promise<boolean> => (await runStatement(database, replacement, [keyId, sealed, resealed])).length === 1;

const counts: Statement = {
  name: 'signing_keys_by_ring_key',
  text: `select sealed_by(private_encrypted) as key_id, count(*)::integer as count from signing_keys
    where private_encrypted is not null group by 1`,
};

export const readSigningKeyCounts = (
  database: Database,
): Promise<{ readonly key_id: string; readonly count: number }[]> => runStatement(database, counts, []);

const sample: Statement = {
  name: 'signing_keys_sample',
  text: `select key_id as "keyId", private_encrypted as sealed from signing_keys
    where private_encrypted is not null and sealed_by(private_encrypted) = $1 limit 5`,
};

/** Some of those that hang on a key of the ring. */
export const findSealedSigningKeys = (database: Database, ringId: string): Promise<SealedPrivateKey[]> =>
  runStatement(database, sample, [ringId]);
