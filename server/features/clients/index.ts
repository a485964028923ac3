import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { authenticateClient, type AuthenticatedClient } from './registry/authenticate-client.ts';
import { openSigningKeys, type CurrentKeys } from './signing-keys/open-signing-keys.ts';
import { createTokenAuthenticator, type TokenAuthenticator } from './tokens/authenticate-token.ts';
import { grantToken } from './tokens/grant-token.ts';

export { authenticateClient, type AuthenticatedClient, type AuthenticClient } from './registry/authenticate-client.ts';
export { issueClient, type IssuedClient } from './registry/issue-client.ts';
export { listClients, type ListedClient } from './registry/list-clients.ts';
export { revokeClient } from './registry/revoke-client.ts';
export { rotateClientSecret, type RotatedSecret } from './registry/rotate-client-secret.ts';
export { ensureSigningKey } from './signing-keys/ensure-signing-key.ts';
export { listSigningKeys, type ListedSigningKey } from './signing-keys/list-signing-keys.ts';
export { revokeSigningKey, type RevokedSigningKey } from './signing-keys/revoke-signing-key.ts';
export { rotateSigningKey } from './signing-keys/rotate-signing-key.ts';
export { signingKeyPlace } from './signing-keys/signing-key-place.ts';
export { countSigningKeysByKey, reencryptSigningKeys } from './signing-keys/signing-keys-reencryption.ts';
export { findSealedSigningKeys } from './signing-keys/signing-keys-store.ts';
export type { AuthenticatedToken, TokenAuthenticator } from './tokens/authenticate-token.ts';
export type { GrantedToken } from './tokens/grant-token.ts';
export { issueToken, type IssuedToken } from './tokens/issue-token.ts';
export { revokeToken } from './tokens/revoke-token.ts';
export { sweepRevocations } from './tokens/sweep-revocations.ts';
export { readTokens as listTokens, type ListedToken } from './tokens/tokens-store.ts';

/** What an entrance needs to know clients and their tokens. */
export type Tokens = {
  /** Whose client id and secret these are. Asks the database each time: throttle it by address. */
  readonly authenticateClient: (credentials: {
    readonly clientId: string;
    readonly clientSecret: string;
  }) => Promise<AuthenticatedClient>;
  /** A token for ten minutes, with the scopes that are named (separated by single spaces) or all of the client's. */
  readonly grantToken: (
    client: Parameters<typeof grantToken>[1],
    scope: string | undefined,
  ) => ReturnType<typeof grantToken>;
  /** Whose bearer token it is, and what it opens. A revocation holds within a second. */
  readonly authenticateToken: TokenAuthenticator;
  /** The keys of the JWKS: the next one, the one that signs, and those whose tokens have not ended. */
  readonly publishedKeys: () => Promise<CurrentKeys['published']>;
};

/** One per process, because it remembers keys and tokens, each for half a second. */
export const openTokens = (needs: { readonly database: Database; readonly keyRing: KeyRing }): Tokens => {
  const signingKeys = openSigningKeys(needs);
  return {
    authenticateClient: (credentials) => authenticateClient(needs, credentials),
    grantToken: (client, scope) => grantToken({ signingKeys }, client, scope),
    authenticateToken: createTokenAuthenticator({ ...needs, signingKeys }),
    publishedKeys: async () => (await signingKeys()).published,
  };
};
