import { everyScope, type Scope } from '#features/access';
import { RequestError } from '#platform/errors';
import { newId, type TokenId } from '#platform/ids';
import type { AuthenticClient } from '../registry/authenticate-client.ts';
import type { CurrentKeys, SigningKeys } from '../signing-keys/open-signing-keys.ts';
import { signToken } from './sign-token.ts';
import { tokenLifetimeSeconds } from './token-times.ts';

export type GrantedToken = {
  readonly outcome: 'granted';
  readonly tokenId: TokenId;
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly Scope[];
};

type Refused = { readonly outcome: 'scope_refused' };

type Needs = {
  readonly signingKeys: SigningKeys;
  /** In milliseconds; the system's unless told. */
  readonly now?: () => number;
};

const isScope = (word: string): word is Scope => (everyScope as readonly string[]).includes(word);

/** Null where more is asked for than is granted, or something that is no scope. */
const chooseScopes = (granted: readonly Scope[], asked: string | undefined): readonly Scope[] | null => {
  if (asked === undefined) return granted;
  const words = new Set(asked.split(' '));
  const chosen = [...words].filter(isScope).filter((scope) => granted.includes(scope));
  return chosen.length === words.size ? everyScope.filter((scope) => words.has(scope)) : null;
};

/** @throws RequestError temporarily_unavailable where no key signs */
export const requireSigning = async (signingKeys: SigningKeys): Promise<NonNullable<CurrentKeys['signing']>> => {
  const { signing } = await signingKeys();
  if (signing === null) throw new RequestError('temporarily_unavailable', { message: 'no signing key signs' });
  return signing;
};

/**
 * Grants a client a token for ten minutes (RFC 6749, client credentials): with the scopes that it asks for, separated by single
 * spaces, or else with all that it has. Such a token is not on record.
 */
export const grantToken = async (
  { signingKeys, now = Date.now }: Needs,
  client: AuthenticClient,
  scope: string | undefined,
): Promise<GrantedToken | Refused> => {
  const scopes = chooseScopes(client.scopes, scope);
  if (scopes === null) return { outcome: 'scope_refused' };
  const tokenId = newId<TokenId>();
  const { clientId, shopId } = client;
  const accessToken = await signToken(await requireSigning(signingKeys), {
    tokenId,
    clientId,
    shopId,
    scopes,
    issuedAtSeconds: Math.floor(now() / 1_000),
    lifetimeSeconds: tokenLifetimeSeconds,
  });
  return { outcome: 'granted', tokenId, accessToken, expiresInSeconds: tokenLifetimeSeconds, scopes };
};
