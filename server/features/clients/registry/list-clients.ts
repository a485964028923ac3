import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { readValidSecrets, type ClientSecret } from './client-secrets-store.ts';
import { readClients, type Client } from './clients-store.ts';

export type ListedClient = Omit<Client, 'shopId' | 'shopMode'> & {
  /** Those that are valid, the oldest first; of a revoked client they open nothing. */
  readonly secrets: readonly Omit<ClientSecret, 'clientId'>[];
};

/** Of all shops or one, oldest first. */
export const listClients = async (
  { database }: { readonly database: Database },
  shopId?: ShopId,
): Promise<ListedClient[]> => {
  const secrets = await readValidSecrets(database, shopId);
  return (await readClients(database, shopId)).map(({ clientId, shopName, scopes, createdAt, revokedAt }) => ({
    clientId,
    shopName,
    scopes,
    createdAt,
    revokedAt,
    secrets: secrets
      .filter((secret) => secret.clientId === clientId)
      .map(({ hint, createdAt: issuedAt, expiresAt }) => ({ hint, createdAt: issuedAt, expiresAt })),
  }));
};
