import type { Database } from '#platform/database';
import { newId, type KeyId, type ShopId } from '#platform/ids';
import { sha256 } from '#platform/secrets';
import { apiKeyFormat } from './api-key-format.ts';
import { insertApiKey } from './access-store.ts';
import { recordAudit } from './audit-log.ts';
import type { Operator } from './operator.ts';
import type { ShopMode } from './caller.ts';

export type IssuedApiKey = { readonly keyId: KeyId; readonly apiKey: string; readonly hint: string };

type Needs = { readonly database: Database };
type Order = {
  readonly shop: { readonly shopId: ShopId; readonly mode: ShopMode };
  readonly actor: Operator;
};

/** Issues a key. Its plain text exists only in this answer: the database keeps a digest. */
export const issueApiKey = async ({ database }: Needs, { shop, actor }: Order): Promise<IssuedApiKey> => {
  const apiKey = apiKeyFormat.create(shop.mode);
  const issued: IssuedApiKey = { keyId: newId<KeyId>(), apiKey, hint: apiKeyFormat.hintOf(apiKey) };
  const { keyId, hint } = issued;
  const { shopId } = shop;
  await database.transaction(async (tx) => {
    await insertApiKey(tx, { keyId, shopId, hint, digest: sha256(apiKey) });
    await recordAudit(tx, { actor, action: 'api_key.issued', subject: keyId, shopId, after: { hint } });
  });
  return issued;
};
