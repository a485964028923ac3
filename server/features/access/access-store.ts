import { runStatement, type Database, type Statement } from '#platform/database';
import type { KeyId, MerchantId, ShopId } from '#platform/ids';
import { everyScope, type Caller, type ShopMode } from './caller.ts';

export type ApiKey = {
  readonly keyId: KeyId;
  readonly shopId: ShopId;
  readonly shopName: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

type NewApiKey = Pick<ApiKey, 'keyId' | 'shopId' | 'hint'> & { readonly digest: Buffer };

type CallerRow = {
  readonly digest: Buffer;
  readonly shop_id: ShopId;
  readonly merchant_id: MerchantId;
  readonly mode: ShopMode;
  readonly settlement_currency: string;
};

// Three look-ups by primary key: the directory tells the shop, the shop's own row whether the key still opens.
const findCallersByDigest: Statement = {
  name: 'find_callers_by_digest',
  text: `select d.digest, s.shop_id, s.merchant_id, s.mode, s.settlement_currency
    from api_key_directory d
    join api_keys k on k.shop_id = d.shop_id and k.key_id = d.key_id
    join shops s on s.shop_id = d.shop_id
    where d.digest = any($1::bytea[]) and k.revoked_at is null`,
};

const toCaller = (row: CallerRow): Caller => ({
  shopId: row.shop_id,
  merchantId: row.merchant_id,
  mode: row.mode,
  settlementCurrency: row.settlement_currency,
  scopes: everyScope,
  entrance: 'v1',
});

/** Who the keys with these digests belong to, each in its place; null for nobody. */
export const findCallers = async (database: Database, digests: readonly Buffer[]): Promise<(Caller | null)[]> => {
  const rows = await runStatement<CallerRow>(database, findCallersByDigest, [digests]);
  const callers = new Map(rows.map((row) => [row.digest.toString('base64'), toCaller(row)]));
  return digests.map((digest) => callers.get(digest.toString('base64')) ?? null);
};

export const insertApiKey = async (
  database: Database,
  { keyId, shopId, hint, digest }: NewApiKey,
): Promise<void> => {
  await database('api_keys').insert({ shop_id: shopId, key_id: keyId, digest, hint });
  await database('api_key_directory').insert({ digest, shop_id: shopId, key_id: keyId });
};

/** Revokes a key unless it is revoked already. Answers its shop, or null when nothing changed. */
export const markRevoked = async (database: Database, keyId: KeyId): Promise<ShopId | null> => {
  const [row] = await database('api_keys')
    .update({ revoked_at: database.fn.now() })
    .whereIn(
      ['shop_id', 'key_id'],
      database('api_key_directory').select('shop_id', 'key_id').where('key_id', keyId),
    )
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
