import { recordAudit, type Operator, type Scope, type ShopMode } from '#features/access';
import type { Database } from '#platform/database';
import { newId, type ClientId, type ShopId } from '#platform/ids';
import { sha256 } from '#platform/secrets';
import { clientSecretFormat } from './client-secret-format.ts';
import { insertSecret } from './client-secrets-store.ts';
import { insertClient } from './clients-store.ts';
import { insertIntoDirectory } from './directory-store.ts';

export type IssuedClient = {
  readonly clientId: ClientId;
  readonly clientSecret: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
};

type Needs = { readonly database: Database };
type Order = {
  readonly shop: { readonly shopId: ShopId; readonly mode: ShopMode };
  /** The most that its tokens may open. */
  readonly scopes: readonly Scope[];
  readonly actor: Operator;
};

/** Issues a client with its first secret. The secret's plain text exists only in this answer: the database keeps a digest. */
export const issueClient = async ({ database }: Needs, { shop, scopes, actor }: Order): Promise<IssuedClient> => {
  const { shopId } = shop;
  const clientId = newId<ClientId>();
  const clientSecret = clientSecretFormat.create(shop.mode);
  const hint = clientSecretFormat.hintOf(clientSecret);
  await database.transaction(async (tx) => {
    await insertClient(tx, { shopId, clientId, scopes });
    await insertIntoDirectory(tx, clientId, shopId);
    await insertSecret(tx, { shopId, clientId, secretId: newId(), digest: sha256(clientSecret), hint });
    await recordAudit(tx, { actor, action: 'client.issued', subject: clientId, shopId, after: { scopes, hint } });
  });
  return { clientId, clientSecret, hint, scopes };
};
