import type { Database } from '#platform/database';
import type { ClientId, ShopId } from '#platform/ids';

export type ClientSecret = {
  readonly clientId: ClientId;
  readonly hint: string;
  readonly createdAt: Date;
  /** Null: until it is replaced. */
  readonly expiresAt: Date | null;
};

type NewSecret = {
  readonly shopId: ShopId;
  readonly clientId: ClientId;
  readonly secretId: string;
  readonly digest: Buffer;
  readonly hint: string;
};

export const insertSecret = async (database: Database, secret: NewSecret): Promise<void> => {
  await database('client_secrets').insert({
    shop_id: secret.shopId,
    secret_id: secret.secretId,
    client_id: secret.clientId,
    digest: secret.digest,
    hint: secret.hint,
  });
};

/** Lets the current secret run out then, and ends now what an earlier rotation left to run out. */
export const retireSecrets = async (
  database: Database,
  { shopId, clientId }: Pick<NewSecret, 'shopId' | 'clientId'>,
  now: Date,
  until: Date,
): Promise<void> => {
  const secrets = () => database('client_secrets').where({ shop_id: shopId, client_id: clientId });
  await secrets().where('expires_at', '>', now).update({ expires_at: now });
  await secrets().whereNull('expires_at').update({ expires_at: until });
};

/** Those that are valid, of all shops or one, oldest first. */
export const readValidSecrets = (database: Database, shopId?: ShopId): Promise<ClientSecret[]> => {
  const query = database('client_secrets')
    .select<ClientSecret[]>({
      clientId: 'client_id',
      hint: 'hint',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    })
    .where((valid) => void valid.whereNull('expires_at').orWhere('expires_at', '>', database.fn.now()))
    .orderBy(['created_at', 'secret_id']);
  return shopId === undefined ? query : query.where('shop_id', shopId);
};
