import { runStatement, type Database, type Statement } from '#platform/database';
import type { SecretPurpose } from './connector.ts';

const insertion: Statement = {
  name: 'connector_secret_insert',
  text: `insert into connector_secrets (provider_id, secret_id, purpose, secret_encrypted) values ($1, $2, $3, $4)`,
};

type NewSecret = {
  readonly providerId: string;
  readonly secretId: string;
  readonly purpose: SecretPurpose;
  readonly sealed: Buffer;
};

export const insertSecret = async (
  tx: Database,
  { providerId, secretId, purpose, sealed }: NewSecret,
): Promise<void> => {
  await runStatement(tx, insertion, [providerId, secretId, purpose, sealed]);
};

// What an earlier rotation left to run out ends now: exactly two are valid after one.
const retirement: Statement = {
  name: 'connector_secrets_retire',
  text: `update connector_secrets
    set expires_at = now() + case when expires_at is null then $3 * interval '1 hour' else interval '-1 second' end
    where provider_id = $1 and purpose = $2 and (expires_at is null or expires_at > now())`,
};

/** Lets the present secrets of the purpose run out. */
export const retireSecrets = async (
  tx: Database,
  providerId: string,
  purpose: SecretPurpose,
  hours: number,
): Promise<void> => {
  await runStatement(tx, retirement, [providerId, purpose, hours]);
};

export type SealedSecret = { readonly secretId: string; readonly purpose: SecretPurpose; readonly sealed: Buffer };

const valid: Statement = {
  name: 'connector_secrets_valid',
  text: `select secret_id as "secretId", purpose, secret_encrypted as sealed from connector_secrets
    where provider_id = $1 and (expires_at is null or expires_at > now()) order by created_at, secret_id`,
};

/** The oldest first. */
export const readValidSecrets = (database: Database, providerId: string): Promise<SealedSecret[]> =>
  runStatement(database, valid, [providerId]);

const stale: Statement = {
  name: 'connector_secrets_stale',
  text: `select provider_id as "providerId", secret_id as "secretId", secret_encrypted as sealed from connector_secrets
    where not is_sealed_under(secret_encrypted, $1) and sealed_by(secret_encrypted) = any($2::text[])`,
};

export type PlacedSecret = { readonly providerId: string; readonly secretId: string; readonly sealed: Buffer };

/** Those that hang on one of `keyIds` and are not sealed as they would be now, which is under `keyId`. */
export const readStaleSecrets = (
  database: Database,
  keyId: string,
  keyIds: readonly string[],
): Promise<PlacedSecret[]> => runStatement(database, stale, [keyId, keyIds]);

const replacement: Statement = {
  name: 'connector_secret_replace',
  text: `update connector_secrets set secret_encrypted = $4
    where provider_id = $1 and secret_id = $2 and secret_encrypted = $3 returning secret_id`,
};

/** False when it is no longer what was read. */
export const replaceSecret = async (database: Database, old: PlacedSecret, sealed: Buffer): Promise<boolean> =>
  (await runStatement(database, replacement, [old.providerId, old.secretId, old.sealed, sealed])).length === 1;

const counts: Statement = {
  name: 'connector_secrets_by_key',
  text: `select sealed_by(secret_encrypted) as key_id, count(*)::integer as count from connector_secrets group by key_id`,
};

export const readSecretCounts = (database: Database): Promise<{ readonly key_id: string; readonly count: number }[]> =>
  runStatement(database, counts, []);

const sample: Statement = {
  name: 'connector_secrets_sample',
  text: `select provider_id as "providerId", secret_id as "secretId", secret_encrypted as sealed from connector_secrets
    where sealed_by(secret_encrypted) = $1 limit 5`,
};

/** Some of those that hang on a key of the ring. */
export const findSealedConnectorSecrets = (database: Database, keyId: string): Promise<PlacedSecret[]> =>
  runStatement(database, sample, [keyId]);
