import { runStatement, type Database, type Statement } from '#platform/database';
import type { EndpointId, ShopId } from '#platform/ids';

type NewSecret = {
  readonly shopId: ShopId;
  /** Null: the shop's own secret. */
  readonly endpointId: EndpointId | null;
  readonly secretId: string;
  readonly sealed: Buffer;
};

const firstInsertion: Statement = {
  name: 'webhook_secret_insert_first',
  text: `insert into webhook_secrets (shop_id, endpoint_id, secret_id, secret_encrypted) values ($1, $2, $3, $4)
    on conflict do nothing returning secret_id`,
};

/** Stores the owner's first secret; false when it has a current one already. */
export const insertFirstSecret = async (database: Database, secret: NewSecret): Promise<boolean> => {
  const { shopId, endpointId, secretId, sealed } = secret;
  const rows = await runStatement(database, firstInsertion, [shopId, endpointId, secretId, sealed]);
  return rows.length === 1;
};

// Exactly two secrets are valid after a rotation: one that an earlier rotation left to run out ends now. The
// insertion reads `retired`, so the current secret has stepped aside before the new one takes its place in the index.
const rotation: Statement = {
  name: 'webhook_secret_rotate',
  text: `with ended as (
      update webhook_secrets set expires_at = now() - interval '1 second'
      where shop_id = $1 and endpoint_id is not distinct from $2 and expires_at > now()
    ), retired as (
      update webhook_secrets set expires_at = now() + interval '24 hours'
      where shop_id = $1 and endpoint_id is not distinct from $2 and expires_at is null
      returning 1
    )
    insert into webhook_secrets (shop_id, endpoint_id, secret_id, secret_encrypted)
    select $1, $2, $3, $4 from (select count(*) from retired) as done`,
};

export const rotateSecretRow = async (database: Database, secret: NewSecret): Promise<void> => {
  const { shopId, endpointId, secretId, sealed } = secret;
  await runStatement(database, rotation, [shopId, endpointId, secretId, sealed]);
};

export type SealedSecret = { readonly shop_id: ShopId; readonly secret_id: string; readonly secret_encrypted: Buffer };

const staleSecrets: Statement = {
  name: 'webhook_secrets_stale',
  text: `select shop_id, secret_id, secret_encrypted from webhook_secrets
    where not is_sealed_under(secret_encrypted, $1) and sealed_by(secret_encrypted) = any($2::text[])
    order by shop_id, secret_id limit $3`,
};

/** Secrets that hang on one of `keyIds` and are not sealed as they would be now, which is under `keyId`. */
export const readStaleSecrets = (
  database: Database,
  keyId: string,
  keyIds: readonly string[],
  count: number,
): Promise<SealedSecret[]> => runStatement(database, staleSecrets, [keyId, keyIds, count]);

const replacement: Statement = {
  name: 'webhook_secret_replace',
  text: `update webhook_secrets set secret_encrypted = $4
    where shop_id = $1 and secret_id = $2 and secret_encrypted = $3 returning secret_id`,
};

/** False when it is no longer what was read. */
export const replaceSecret = async (database: Database, old: SealedSecret, sealed: Buffer): Promise<boolean> => {
  const values = [old.shop_id, old.secret_id, old.secret_encrypted, sealed];
  return (await runStatement(database, replacement, values)).length === 1;
};

const keyCount: Statement = {
  name: 'webhook_secrets_by_key',
  text: `select sealed_by(secret_encrypted) as key_id, count(*)::integer as count from webhook_secrets group by key_id`,
};

export const readSecretKeys = (database: Database): Promise<{ readonly key_id: string; readonly count: number }[]> =>
  runStatement(database, keyCount, []);

const sample: Statement = {
  name: 'webhook_secrets_sample',
  text: `select shop_id as "shopId", secret_id as "secretId", secret_encrypted as sealed from webhook_secrets
    where sealed_by(secret_encrypted) = $1 limit 5`,
};

/** Some of the secrets that hang on the key. */
export const findSealedSecrets = (
  database: Database,
  keyId: string,
): Promise<{ readonly shopId: ShopId; readonly secretId: string; readonly sealed: Buffer }[]> =>
  runStatement(database, sample, [keyId]);
