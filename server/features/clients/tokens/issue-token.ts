import { recordAudit, type Operator, type Scope } from '#features/access';
import type { Database } from '#platform/database';
import { newId, type ClientId, type TokenId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import { sha256, type KeyRing } from '#platform/secrets';
import { insertIntoDirectory } from '../registry/directory-store.ts';
import { requireUsableClient } from '../registry/find-client.ts';
import { ensureSigningKey } from '../signing-keys/ensure-signing-key.ts';
import { openSigningKeys } from '../signing-keys/open-signing-keys.ts';
import { needSigningKey } from '../signing-keys/signing-keys-store.ts';
import { requireSigning } from './grant-token.ts';
import { signToken } from './sign-token.ts';
import { insertToken } from './tokens-store.ts';

export type IssuedToken = {
  readonly tokenId: TokenId;
  readonly accessToken: string;
  readonly clientId: ClientId;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
};

type Needs = { readonly database: Database; readonly keyRing: KeyRing };
type Order = {
  readonly clientId: ClientId;
  /** Undefined: all that the client has. */
  readonly scopes: readonly Scope[] | undefined;
  readonly days: number;
  readonly actor: Operator;
};

const daySeconds = 86_400;

/**
 * Issues a token that lives for days, for a client that cannot ask for one every ten minutes. It exists only in this answer: the
 * database keeps a digest, without which it counts for nothing.
 */
export const issueToken = async (needs: Needs, { clientId, days, actor, ...order }: Order): Promise<IssuedToken> => {
  await ensureSigningKey(needs);
  return needs.database.transaction(async (tx) => {
    const client = await requireUsableClient(tx, clientId);
    const { shopId } = client;
    const scopes = order.scopes ?? client.scopes;
    const beyond = scopes.filter((scope) => !client.scopes.includes(scope));
    if (beyond.length > 0) throw new OperatorRefusal('scopes_not_granted', { clientId, scopes: beyond });
    const signing = await requireSigning(openSigningKeys({ database: tx, keyRing: needs.keyRing }));
    const tokenId = newId<TokenId>();
    const issuedAtSeconds = Math.floor(Date.now() / 1_000);
    const lifetimeSeconds = days * daySeconds;
    const grant = { tokenId, clientId, shopId, scopes, issuedAtSeconds, lifetimeSeconds };
    const accessToken = await signToken(signing, grant);
    const expiresAt = new Date((issuedAtSeconds + lifetimeSeconds) * 1_000);
    await insertToken(tx, { shopId, tokenId, clientId, digest: sha256(accessToken), scopes, expiresAt });
    await insertIntoDirectory(tx, tokenId, shopId);
    await needSigningKey(tx, signing.keyId, expiresAt);
    const after = { client_id: clientId, scopes, expires_at: expiresAt };
    await recordAudit(tx, { actor, action: 'token.issued', subject: tokenId, shopId, after });
    return { tokenId, accessToken, clientId, scopes, expiresAt };
  });
};
