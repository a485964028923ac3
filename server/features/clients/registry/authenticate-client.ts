import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '#features/access';
import type { Database } from '#platform/database';
import { isUuid, type ClientId, type ShopId } from '#platform/ids';
import { sha256 } from '#platform/secrets';
import { clientSecretFormat } from './client-secret-format.ts';
import { findCredentials } from './clients-store.ts';
import { findShopOf } from './directory-store.ts';

export type AuthenticClient = {
  readonly clientId: ClientId;
  readonly shopId: ShopId;
  readonly scopes: readonly Scope[];
};

/** What became of credentials that were sent. Which refusal it was is for the log: the sender is told one word. */
export type AuthenticatedClient =
  | { readonly outcome: 'valid'; readonly client: AuthenticClient }
  | { readonly outcome: 'revoked'; readonly clientId: ClientId; readonly shopId: ShopId }
  | { readonly outcome: 'malformed' | 'unknown' };

type Needs = { readonly database: Database };

/**
 * Tells whose credentials these are. Not remembered: a secret that was replaced, and a client that was revoked, are refused from
 * that moment on. A malformed pair never reaches the database.
 */
export const authenticateClient = async (
  { database }: Needs,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<AuthenticatedClient> => {
  const { clientSecret } = credentials;
  if (!isUuid(credentials.clientId) || !clientSecretFormat.isWellFormed(clientSecret)) return { outcome: 'malformed' };
  const clientId = credentials.clientId.toLowerCase() as ClientId;
  const shopId = await findShopOf(database, clientId);
  const found = shopId === null ? null : await findCredentials(database, shopId, clientId);
  if (shopId === null || found === null) return { outcome: 'unknown' };
  const digest = sha256(clientSecret);
  if (!found.digests.some((valid) => timingSafeEqual(valid, digest))) return { outcome: 'unknown' };
  if (found.isRevoked) return { outcome: 'revoked', clientId, shopId };
  return { outcome: 'valid', client: { clientId, shopId, scopes: found.scopes } };
};
