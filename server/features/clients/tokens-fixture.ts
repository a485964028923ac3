import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { Scope } from '#features/access';
import { newId, type ShopId, type SigningKeyId, type TokenId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import type { TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import { issueClient, openTokens, type IssuedClient, type Tokens } from './index.ts';
import { ensureSigningKey } from './signing-keys/ensure-signing-key.ts';
import { openSigningKeys } from './signing-keys/open-signing-keys.ts';
import { signingKeyPlace } from './signing-keys/signing-key-place.ts';
import { readSigningKeys } from './signing-keys/signing-keys-store.ts';
import { createTokenAuthenticator, type TokenAuthenticator } from './tokens/authenticate-token.ts';

type Json = Readonly<Record<string, unknown>>;

export const keyRing = createKeyRing(testKeys);

export const encode = (text: string): string => Buffer.from(text).toString('base64url');

export type Issuer = {
  readonly keyId: SigningKeyId;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  /** What a token of this client says at a time, in seconds. */
  readonly claimsAt: (seconds: number) => Json;
  readonly header: Json;
};

/** Signs what it is given, whether it is a token or not. */
export const signParts = (privateKey: KeyObject, header: string, payload: string): string => {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
};

export type Party = {
  readonly shopId: ShopId;
  readonly client: IssuedClient;
  readonly issuer: Issuer;
  readonly tokens: Tokens;
  /** One that looks at a clock of the test's. */
  readonly authenticatorAt: (now: () => number) => TokenAuthenticator;
};

const readIssuer = async (db: TestDatabase, shopId: ShopId, clientId: string): Promise<Issuer> => {
  const key = (await readSigningKeys(db.database)).at(-1);
  if (key === undefined || key.privateEncrypted === null) throw new Error('There is no signing key.');
  const x = key.publicKey.toString('base64url');
  const d = keyRing.decrypt(key.privateEncrypted, signingKeyPlace(key.keyId));
  return {
    keyId: key.keyId,
    publicKey: key.publicKey,
    privateKey: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' }),
    header: { alg: 'EdDSA', typ: 'at+jwt', kid: key.keyId },
    claimsAt: (seconds) => ({
      iss: 'urn:turnpike',
      aud: 'urn:turnpike:h2h',
      sub: clientId,
      client_id: clientId,
      shop: shopId,
      scope: 'payin payout read',
      jti: newId<TokenId>(),
      iat: seconds,
      nbf: seconds,
      exp: seconds + 600,
    }),
  };
};

/** A shop with a client, and the private part of the key that signs. */
export const createParty = async (
  db: TestDatabase,
  scopes: readonly Scope[] = ['payin', 'payout', 'read'],
): Promise<Party> => {
  const needs = { database: db.database, keyRing };
  await ensureSigningKey(needs);
  const { shopId } = await createTestShop(db.database);
  const client = await issueClient(needs, { shop: { shopId, mode: 'test' }, scopes, actor: tester });
  return {
    shopId,
    client,
    issuer: await readIssuer(db, shopId, client.clientId),
    tokens: openTokens(needs),
    authenticatorAt: (now) => createTokenAuthenticator({ ...needs, signingKeys: openSigningKeys(needs), now }),
  };
};

/** A token of the party's client, with all of its scopes. */
export const tokenOf = async ({ tokens, client }: Party, scope?: string): Promise<string> => {
  const authenticated = await tokens.authenticateClient(client);
  if (authenticated.outcome !== 'valid') throw new Error(`The client is ${authenticated.outcome}.`);
  const granted = await tokens.grantToken(authenticated.client, scope);
  if (granted.outcome !== 'granted') throw new Error(`The token is ${granted.outcome}.`);
  return granted.accessToken;
};
