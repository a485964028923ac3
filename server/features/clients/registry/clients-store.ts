import { runStatement, type Database, type Statement } from '#platform/database';
import type { Scope, ShopMode } from '#features/access';
import type { ClientId, ShopId } from '#platform/ids';

export type Client = {
  readonly clientId: ClientId;
  readonly shopId: ShopId;
  readonly shopName: string;
  readonly shopMode: ShopMode;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

export const insertClient = async (
  database: Database,
  { shopId, clientId, scopes }: Pick<Client, 'shopId' | 'clientId' | 'scopes'>,
): Promise<void> => {
  await database('clients').insert({ shop_id: shopId, client_id: clientId, scopes });
};

/** Held until the transaction ends: of two that change the client's secrets, the second sees what the first has done. */
export const lockClient = async (database: Database, shopId: ShopId, clientId: ClientId): Promise<void> => {
  await database('clients').where({ shop_id: shopId, client_id: clientId }).forUpdate();
};

/** Revokes a client unless it is revoked already. Answers whether something changed. */
export const markClientRevoked = async (database: Database, shopId: ShopId, clientId: ClientId): Promise<boolean> =>
  (await database('clients')
    .update({ revoked_at: database.fn.now() })
    .where({ shop_id: shopId, client_id: clientId })
    .whereNull('revoked_at')) === 1;

const clients = (database: Database) =>
  database('clients as c').join('shops as s', 's.shop_id', 'c.shop_id').select<Client[]>({
    clientId: 'c.client_id',
    shopId: 'c.shop_id',
    shopName: 's.name',
    shopMode: 's.mode',
    scopes: 'c.scopes',
    createdAt: 'c.created_at',
    revokedAt: 'c.revoked_at',
  });

/** Of all shops or one, oldest first. */
export const readClients = (database: Database, shopId?: ShopId): Promise<Client[]> => {
  const query = clients(database).orderBy(['s.name', 'c.created_at', 'c.client_id']);
  return shopId === undefined ? query : query.where('c.shop_id', shopId);
};

export const readClient = async (database: Database, shopId: ShopId, clientId: ClientId): Promise<Client | null> =>
  (await clients(database).where({ 'c.shop_id': shopId, 'c.client_id': clientId }))[0] ?? null;

export type Credentials = {
  readonly scopes: readonly Scope[];
  readonly isRevoked: boolean;
  /** Of each secret that is valid now. */
  readonly digests: readonly Buffer[];
};

const credentials: Statement = {
  name: 'find_client_credentials',
  text: `select c.scopes, c.revoked_at is not null as "isRevoked", array(
      select digest from client_secrets s
      where s.shop_id = c.shop_id and s.client_id = c.client_id and (s.expires_at is null or s.expires_at > now())
    ) as digests
    from clients c where c.shop_id = $1 and c.client_id = $2`,
};

export const findCredentials = async (
  database: Database,
  shopId: ShopId,
  clientId: ClientId,
): Promise<Credentials | null> =>
  (await runStatement<Credentials>(database, credentials, [shopId, clientId]))[0] ?? null;
