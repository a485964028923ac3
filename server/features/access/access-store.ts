import { createBatcher } from '#platform/batching';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { KeyId, ShopId } from '#platform/ids';
import { createShopStepBatcher, shopSteps } from '#platform/shop-batches';
import { everyScope, type ResolvedKey } from './caller.ts';

export type ApiKey = {
  readonly keyId: KeyId;
  readonly shopId: ShopId;
  readonly shopName: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

type NewApiKey = Pick<ApiKey, 'keyId' | 'shopId' | 'hint'> & { readonly digest: Buffer };

/** Where a key is: the directory's answer, which never changes. */
type KeyPlace = { readonly shopId: ShopId; readonly keyId: KeyId };

const findPlaces: Statement = {
  name: 'find_places_of_keys',
  text: `select digest, shop_id as "shopId", key_id as "keyId" from api_key_directory where digest = any($1::bytea[])`,
};

/** Where the keys with these digests are, each in its place; null: there is no such key. */
const findKeyPlaces = async (database: Database, digests: readonly Buffer[]): Promise<(KeyPlace | null)[]> => {
  const rows = await runStatement<KeyPlace & { readonly digest: Buffer }>(database, findPlaces, [digests]);
  const places = new Map(rows.map((row) => [row.digest.toString('base64'), row]));
  return digests.map((digest) => places.get(digest.toString('base64')) ?? null);
};

type KeyRow = { readonly is_revoked: boolean; readonly settlement_currency: string };

const toResolvedKey = ({ shopId, keyId }: KeyPlace, row: KeyRow): ResolvedKey => {
  if (row.is_revoked) return { outcome: 'revoked', keyId, shopId };
  return {
    outcome: 'valid',
    keyId,
    access: { shopId, settlementCurrency: row.settlement_currency, scopes: everyScope },
  };
};

/**
 * What the key with a digest is. The directory tells the shop, the shop's own row whether the key still opens. However many
 * keys are tried that do not exist, their look-ups hold two connections at most, and leave the others to the shops.
 */
export const createFindKey = (database: Database): ((digest: Buffer) => Promise<ResolvedKey>) => {
  const findPlace = createBatcher<Buffer, KeyPlace | null>({
    run: (digests) => findKeyPlaces(database, digests),
    mostItems: 100,
  });
  const readKey = createShopStepBatcher<KeyPlace, KeyRow, ResolvedKey>(database, {
    steps: shopSteps('read_shop_keys', 'done.place, done.is_revoked, done.settlement_currency'),
    shopOf: ({ shopId }) => shopId,
    toStep: ({ keyId }) => ({ key_id: keyId }),
    toResults: (rows, places) =>
      rows.map((row, index) => (row === undefined ? { outcome: 'unknown' } : toResolvedKey(places[index]!, row))),
  });
  return async (digest) => {
    const place = await findPlace(digest);
    return place === null ? { outcome: 'unknown' } : readKey(place);
  };
};

export const insertApiKey = async (database: Database, { keyId, shopId, hint, digest }: NewApiKey): Promise<void> => {
  await database('api_keys').insert({ shop_id: shopId, key_id: keyId, digest, hint });
  await database('api_key_directory').insert({ digest, shop_id: shopId, key_id: keyId });
};

const findShopOfKey: Statement = {
  name: 'find_shop_of_key',
  text: `select shop_id from api_key_directory where key_id = $1`,
};

/** Null: there is no such key. */
export const findKeyShop = async (database: Database, keyId: KeyId): Promise<ShopId | null> => {
  const [row] = await runStatement<{ readonly shop_id: ShopId }>(database, findShopOfKey, [keyId]);
  return row?.shop_id ?? null;
};

const revoke: Statement = {
  name: 'revoke_api_key',
  text: `update api_keys set revoked_at = now() where shop_id = $1 and key_id = $2 and revoked_at is null returning key_id`,
};

/** False where it is revoked already. */
export const markRevoked = async (database: Database, shopId: ShopId, keyId: KeyId): Promise<boolean> =>
  (await runStatement(database, revoke, [shopId, keyId])).length > 0;

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

export const readApiKey = async (database: Database, shopId: ShopId, keyId: KeyId): Promise<ApiKey> => {
  const [found] = await apiKeys(database).where({ 'k.shop_id': shopId, 'k.key_id': keyId });
  if (found === undefined) throw new Error(`The directory has a key ${keyId} that its shop has not.`);
  return found;
};
