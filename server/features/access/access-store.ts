import { runStatement, type Database, type Statement } from '#platform/database';
import type { KeyId, ShopId } from '#platform/ids';
import { everyScope, type Access, type ResolvedKey } from './caller.ts';

export type ApiKey = {
  readonly keyId: KeyId;
  readonly shopId: ShopId;
  readonly shopName: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

type NewApiKey = Pick<ApiKey, 'keyId' | 'shopId' | 'hint'> & { readonly digest: Buffer };

type KeyRow = {
  readonly digest: Buffer;
  readonly key_id: KeyId;
  readonly is_revoked: boolean;
  readonly shop_id: ShopId;
  readonly settlement_currency: string;
};

// Three look-ups by primary key: the directory tells the shop, the shop's own row whether the key still opens.
const findKeysByDigest: Statement = {
  name: 'find_keys_by_digest',
  text: `select d.digest, k.key_id, k.revoked_at is not null as is_revoked, s.shop_id, s.settlement_currency
    from api_key_directory d
    join api_keys k on k.shop_id = d.shop_id and k.key_id = d.key_id
    join shops s on s.shop_id = d.shop_id
    where d.digest = any($1::bytea[])`,
};

const toAccess = (row: KeyRow): Access => ({
  shopId: row.shop_id,
  settlementCurrency: row.settlement_currency,
  scopes: everyScope,
});

const toResolvedKey = (row: KeyRow): ResolvedKey => {
  const { key_id: keyId, shop_id: shopId } = row;
  return row.is_revoked ? { outcome: 'revoked', keyId, shopId } : { outcome: 'valid', keyId, access: toAccess(row) };
};

/** What the keys with these digests are, each in its place. */
export const findKeys = async (database: Database, digests: readonly Buffer[]): Promise<ResolvedKey[]> => {
  const rows = await runStatement<KeyRow>(database, findKeysByDigest, [digests]);
  const keys = new Map(rows.map((row) => [row.digest.toString('base64'), toResolvedKey(row)]));
  return digests.map((digest) => keys.get(digest.toString('base64')) ?? { outcome: 'unknown' });
};

export const insertApiKey = async (database: Database, { keyId, shopId, hint, digest }: NewApiKey): Promise<void> => {
  await database('api_keys').insert({ shop_id: shopId, key_id: keyId, digest, hint });
  await database('api_key_directory').insert({ digest, shop_id: shopId, key_id: keyId });
};

/** Revokes a key unless it is revoked already. Answers its shop, or null when nothing changed. */
export const markRevoked = async (database: Database, keyId: KeyId): Promise<ShopId | null> => {
  const [row] = await database('api_keys')
    .update({ revoked_at: database.fn.now() })
    .whereIn(['shop_id', 'key_id'], database('api_key_directory').select('shop_id', 'key_id').where('key_id', keyId))
    .whereNull('revoked_at')
    .returning<{ shop_id: ShopId }[]>('shop_id');
  return row?.shop_id ?? null;
};

const apiKeys = (database: Database) =>
  database('api_keys as k').join('shops as s', 's.shop_id', 'k.shop_id').select<ApiKey[]>({
    keyId: 'k.key_id',
    shopId: 'k.shop_id',
    shopName: 's.name',
    hint: 'k.hint',
    createdAt: 'k.created_at',
    revokedAt: 'k.revoked_at',
  });

/** Every key ever issued, or those of one shop, oldest first. */
export const readApiKeys = (database: Database, shopId?: ShopId): Promise<ApiKey[]> => {
  const query = apiKeys(database).orderBy(['s.name', 'k.created_at', 'k.key_id']);
  return shopId === undefined ? query : query.where('k.shop_id', shopId);
};

export const readApiKey = async (database: Database, keyId: KeyId): Promise<ApiKey | null> => {
  const directory = database('api_key_directory').select('shop_id', 'key_id').where('key_id', keyId);
  const [found] = await apiKeys(database).whereIn(['k.shop_id', 'k.key_id'], directory);
  return found ?? null;
};
