import { runStatement, type Database, type Statement } from '#platform/database';
import type { Scope } from '#features/access';
import type { ClientId, ShopId, TokenId } from '#platform/ids';

/** What the database says about a token whose signature is good. */
export type TokenState = {
  readonly settlementCurrency: string;
  readonly isClientRevoked: boolean;
  /** True as well where its shop is to refuse it without that it was ever on record. */
  readonly isRevoked: boolean;
  /** Of a token that an operator has issued; null of any other. */
  readonly digest: Buffer | null;
};

// Three look-ups by primary key of one shop, which the token names.
const state: Statement = {
  name: 'find_token_state',
  text: `select s.settlement_currency as "settlementCurrency", c.revoked_at is not null as "isClientRevoked",
      t.revoked_at is not null as "isRevoked", t.digest
    from clients c
    join shops s on s.shop_id = c.shop_id
    left join tokens t on t.shop_id = c.shop_id and t.token_id = $3
    where c.shop_id = $1 and c.client_id = $2`,
};

type Sought = { readonly shopId: ShopId; readonly clientId: ClientId; readonly tokenId: TokenId };

/** Null: there is no such client. */
export const findTokenState = async (
  database: Database,
  { shopId, clientId, tokenId }: Sought,
): Promise<TokenState | null> =>
  (await runStatement<TokenState>(database, state, [shopId, clientId, tokenId]))[0] ?? null;

type NewToken = {
  readonly shopId: ShopId;
  readonly tokenId: TokenId;
  readonly clientId: ClientId;
  readonly digest: Buffer;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
};

export const insertToken = async (database: Database, token: NewToken): Promise<void> => {
  await database('tokens').insert({
    shop_id: token.shopId,
    token_id: token.tokenId,
    client_id: token.clientId,
    digest: token.digest,
    scopes: token.scopes,
    expires_at: token.expiresAt,
  });
};

/** Puts on record that a token is revoked, be it on record otherwise or not. False when it was revoked already. */
export const markTokenRevoked = async (database: Database, shopId: ShopId, tokenId: TokenId): Promise<boolean> => {
  const rows = await database('tokens')
    .insert({ shop_id: shopId, token_id: tokenId, revoked_at: database.fn.now() })
    .onConflict(['shop_id', 'token_id'])
    .merge(['revoked_at'])
    .whereNull('tokens.revoked_at')
    .returning<{ token_id: TokenId }[]>('token_id');
  return rows.length === 1;
};

// Of a token without a digest nothing is known but when it was revoked; there are as few as operators have revoked.
const shopsOfEnded: Statement = {
  name: 'find_shops_of_ended_revocations',
  text: `select distinct shop_id as "shopId" from tokens
    where digest is null and revoked_at < now() - $1 * interval '1 millisecond'`,
};

const forgetEnded: Statement = {
  name: 'forget_ended_revocations',
  text: `delete from tokens
    where shop_id = $1 and digest is null and revoked_at < now() - $2 * interval '1 millisecond'`,
};

/** Takes off the record what was revoked longer ago than that, but for what an operator has issued. */
export const forgetRevocations = async (database: Database, olderThanMs: number): Promise<void> => {
  const shops = await runStatement<{ shopId: ShopId }>(database, shopsOfEnded, [olderThanMs]);
  for (const { shopId } of shops) await runStatement(database, forgetEnded, [shopId, olderThanMs]);
};

export type ListedToken = {
  readonly tokenId: TokenId;
  readonly shopName: string;
  /** Null, as scopes and end: of a token that is on record as revoked alone. */
  readonly clientId: ClientId | null;
  readonly scopes: readonly Scope[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};

const tokens = (database: Database) =>
  database('tokens as t').join('shops as s', 's.shop_id', 't.shop_id').select<ListedToken[]>({
    tokenId: 't.token_id',
    shopName: 's.name',
    clientId: 't.client_id',
    scopes: 't.scopes',
    createdAt: 't.created_at',
    expiresAt: 't.expires_at',
    revokedAt: 't.revoked_at',
  });

/** Those that operators have issued or revoked, of all shops or one, oldest first. */
export const readTokens = (database: Database, shopId?: ShopId): Promise<ListedToken[]> => {
  const query = tokens(database).orderBy(['s.name', 't.created_at', 't.token_id']);
  return shopId === undefined ? query : query.where('t.shop_id', shopId);
};

export const readToken = async (database: Database, shopId: ShopId, tokenId: TokenId): Promise<ListedToken> => {
  const [found] = await tokens(database).where({ 't.shop_id': shopId, 't.token_id': tokenId });
  if (found === undefined) throw new Error(`The token ${tokenId} is not on record.`);
  return found;
};
