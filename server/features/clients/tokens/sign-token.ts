import { SignJWT } from 'jose';
import type { Scope } from '#features/access';
import type { ClientId, ShopId, TokenId } from '#platform/ids';
import { headerOf, type CurrentKeys } from '../signing-keys/open-signing-keys.ts';
import { audience, issuer } from './token-claims.ts';
import { notBeforeSeconds } from './token-times.ts';

type Grant = {
  readonly tokenId: TokenId;
  readonly clientId: ClientId;
  readonly shopId: ShopId;
  readonly scopes: readonly Scope[];
  readonly issuedAtSeconds: number;
  readonly lifetimeSeconds: number;
};

/** Signs an access token (RFC 9068). Its form is fixed: who verifies it compares, and refuses what is written otherwise. */
export const signToken = (signing: NonNullable<CurrentKeys['signing']>, grant: Grant): Promise<string> =>
  new SignJWT({
    iss: issuer,
    aud: audience,
    sub: grant.clientId,
    client_id: grant.clientId,
    shop: grant.shopId,
    scope: grant.scopes.join(' '),
    jti: grant.tokenId,
    iat: grant.issuedAtSeconds,
    nbf: grant.issuedAtSeconds - notBeforeSeconds,
    exp: grant.issuedAtSeconds + grant.lifetimeSeconds,
  })
    .setProtectedHeader(headerOf(signing.keyId))
    .sign(signing.privateKey);
