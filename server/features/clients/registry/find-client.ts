import type { Database } from '#platform/database';
import type { ClientId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import { readClient, type Client } from './clients-store.ts';
import { findShopOf } from './directory-store.ts';

/** @throws OperatorRefusal client_not_found */
export const requireClient = async (database: Database, clientId: ClientId): Promise<Client> => {
  const shopId = await findShopOf(database, clientId);
  const client = shopId === null ? null : await readClient(database, shopId, clientId);
  if (client === null) throw new OperatorRefusal('client_not_found', { clientId });
  return client;
};

/**
 * One that is not revoked.
 * @throws OperatorRefusal client_not_found, client_revoked
 */
export const requireUsableClient = async (database: Database, clientId: ClientId): Promise<Client> => {
  const client = await requireClient(database, clientId);
  if (client.revokedAt !== null) throw new OperatorRefusal('client_revoked', { clientId });
  return client;
};
