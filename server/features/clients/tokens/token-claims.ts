import { z } from 'zod';
import type { Scope } from '#features/access';
import type { ClientId, ShopId, TokenId } from '#platform/ids';

/** Names that are the same on every installation. What tells installations apart are their keys. */
export const issuer = 'urn:turnpike';
export const audience = 'urn:turnpike:h2h';

const uuid = <Id extends string>() => z.uuid().transform((text) => text as Id);
const seconds = z.int().positive();

/** Exactly what our tokens hold (RFC 9068): a token with anything else is not one of ours. */
const tokenClaims = z
  .strictObject({
    iss: z.literal(issuer),
    aud: z.literal(audience),
    sub: uuid<ClientId>(),
    client_id: uuid<ClientId>(),
    shop: uuid<ShopId>(),
    scope: z
      .string()
      .transform((text) => text.split(' '))
      .pipe(z.array(z.enum(['payin', 'payout', 'read'])).min(1)),
    jti: uuid<TokenId>(),
    iat: seconds,
    nbf: seconds,
    exp: seconds,
  })
  .refine(({ sub, client_id }) => sub === client_id);

export type TokenClaims = {
  readonly clientId: ClientId;
  readonly shopId: ShopId;
  readonly scopes: readonly Scope[];
  readonly tokenId: TokenId;
  readonly issuedAtMs: number;
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
};

/** What a token says, or null where it says it in another way than ours do. */
export const readClaims = (payload: unknown): TokenClaims | null => {
  const read = tokenClaims.safeParse(payload);
  if (!read.success) return null;
  const { sub, shop, scope, jti, iat, nbf, exp } = read.data;
  return {
    clientId: sub,
    shopId: shop,
    scopes: scope,
    tokenId: jti,
    issuedAtMs: iat * 1_000,
    notBeforeMs: nbf * 1_000,
    expiresAtMs: exp * 1_000,
  };
};
