import { createRecentCache } from '#platform/recent-cache';
import type { Database } from '#platform/database';
import type { ClientId, ShopId, TokenId } from '#platform/ids';
import { sha256 } from '#platform/secrets';
import type { Access } from '#features/access';
import type { SigningKeys } from '../signing-keys/open-signing-keys.ts';
import type { TokenClaims } from './token-claims.ts';
import { tokenLifetimeMs } from './token-times.ts';
import { findTokenState, type TokenState } from './tokens-store.ts';
import { findKey, isTimely, isToken, verifyToken, vouchesFor, type TokenFault } from './verify-token.ts';

type TokenIdentity = { readonly tokenId: TokenId; readonly clientId: ClientId; readonly shopId: ShopId };

/** What became of a token that was sent. Which of the refusals it was is for the log: the sender is told one sentence. */
export type AuthenticatedToken =
  | ({ readonly outcome: 'valid'; readonly access: Access } & TokenIdentity)
  | ({ readonly outcome: 'revoked' } & TokenIdentity)
  | { readonly outcome: TokenFault };

export type TokenAuthenticator = (token: string) => Promise<AuthenticatedToken>;

type Needs = {
  readonly database: Database;
  readonly signingKeys: SigningKeys;
  /** In milliseconds; the system's unless told. */
  readonly now?: () => number;
};

// Half of the second within which a revocation holds everywhere; the other half is for its commit.
const maxAgeMs = 500;
const mostTokens = 10_000;

/** Only what a key of ours has signed is kept, so strangers cannot fill it: the oldest leaves when another one comes. */
const createVerifiedCache = () => {
  const kept = new Map<string, TokenClaims>();
  return {
    get: (digest: string): TokenClaims | undefined => kept.get(digest),
    add: (digest: string, claims: TokenClaims): void => {
      const oldest = kept.size >= mostTokens ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(digest, claims);
    },
    remove: (digest: string): void => void kept.delete(digest),
  };
};

const createStates = (database: Database) => {
  const states = createRecentCache<TokenState | null>({
    maxAgeMs,
    maxEntries: mostTokens,
    load: (key) => {
      const [shopId, clientId, tokenId] = key.split(' ') as [ShopId, ClientId, TokenId];
      return findTokenState(database, { shopId, clientId, tokenId });
    },
  });
  return ({ shopId, clientId, tokenId }: TokenClaims) => states(`${shopId} ${clientId} ${tokenId}`);
};

/** A token that lives longer than those of the token endpoint counts only if an operator has issued this very one. */
const isOnRecord = ({ issuedAtMs, expiresAtMs }: TokenClaims, { digest }: TokenState, tokenDigest: Buffer): boolean =>
  digest === null ? expiresAtMs - issuedAtMs <= tokenLifetimeMs : digest.equals(tokenDigest);

/**
 * Tells whom a bearer token belongs to. In order of cost: its form, its key, whether it was verified before, its signature and
 * claims, and what the database says of token and client, which is asked at most twice a second for each token. A revocation, of
 * token, client or key, holds within a second on every instance.
 */
export const createTokenAuthenticator = ({ database, signingKeys, now = Date.now }: Needs): TokenAuthenticator => {
  const verified = createVerifiedCache();
  const stateOf = createStates(database);
  return async (token) => {
    if (!isToken(token)) return { outcome: 'malformed' };
    const key = findKey(await signingKeys(), token);
    if (key === undefined) return { outcome: 'foreign' };
    const digest = sha256(token);
    const name = digest.toString('base64');
    let claims = verified.get(name);
    if (claims === undefined) {
      const checked = verifyToken(key, token);
      if (checked.outcome !== 'verified') return checked;
      ({ claims } = checked);
      if (isTimely(claims, now())) verified.add(name, claims);
    }
    if (!isTimely(claims, now())) {
      verified.remove(name);
      return { outcome: 'untimely' };
    }
    if (!vouchesFor(key, claims, now())) return { outcome: 'foreign' };
    const state = await stateOf(claims);
    if (state === null || !isOnRecord(claims, state, digest)) return { outcome: 'foreign' };
    const { tokenId, clientId, shopId, scopes } = claims;
    const identity = { tokenId, clientId, shopId };
    if (state.isClientRevoked || state.isRevoked) return { outcome: 'revoked', ...identity };
    const { settlementCurrency } = state;
    return { outcome: 'valid', ...identity, access: { shopId, settlementCurrency, scopes } };
  };
};
