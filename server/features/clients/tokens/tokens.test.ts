import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { newId, type TokenId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { tester } from '#test/support/operators';
import { refused } from '#test/support/refused';
import { issueToken, listTokens, revokeClient, revokeToken, sweepRevocations, type IssuedToken } from '../index.ts';
import { openSigningKeys } from '../signing-keys/open-signing-keys.ts';
import { createParty, keyRing, signParts, tokenOf, type Party } from '../tokens-fixture.ts';
import { createTokenAuthenticator } from './authenticate-token.ts';

let db: TestDatabase;
let party: Party;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  party = await createParty(db, ['payin', 'read']);
});

const outcomeOf = async (token: string): Promise<string> => (await party.tokens.authenticateToken(token)).outcome;
const becomes = (token: string, outcome: string) =>
  eventually(async () => (await outcomeOf(token)) === outcome, `the token to be ${outcome}`);
const idOf = (token: string): TokenId => decodeJwt(token).jti as TokenId;
const issue = (days = 90, scopes?: ('payin' | 'payout' | 'read')[]): Promise<IssuedToken> =>
  issueToken({ database: db.database, keyRing }, { clientId: party.client.clientId, scopes, days, actor: tester });
const revoke = (tokenId: TokenId, shopId?: Party['shopId']) => revokeToken(db, { tokenId, shopId, actor: tester });

describe('a token of ten minutes', () => {
  it('says who it is for, what it opens, and until when', async () => {
    const token = await tokenOf(party);
    const { clientId } = party.client;
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: party.issuer.keyId });
    const { iat = 0, ...claims } = decodeJwt(token);
    expect(claims).toEqual({
      iss: 'urn:turnpike',
      aud: 'urn:turnpike:h2h',
      sub: clientId,
      client_id: clientId,
      shop: party.shopId,
      scope: 'payin read',
      jti: expect.any(String),
      nbf: iat - 5,
      exp: iat + 600,
    });
  });

  it('opens its shop with its scopes', async () => {
    expect(await party.tokens.authenticateToken(await tokenOf(party))).toMatchObject({
      outcome: 'valid',
      clientId: party.client.clientId,
      access: { shopId: party.shopId, settlementCurrency: 'RUB', scopes: ['payin', 'read'] },
    });
  });

  it.each([
    ['read', ['read']],
    ['read payin', ['payin', 'read']],
    ['read read', ['read']],
  ])('asked for with %j opens %j', async (scope, scopes) => {
    const authenticated = await party.tokens.authenticateToken(await tokenOf(party, scope));
    expect(authenticated).toMatchObject({ access: { scopes } });
  });

  it.each(['payout', 'payin payout', 'admin', 'payin  read', ' payin', 'Payin', ''])(
    'is refused with %j, which is more than the client has or no list of scopes',
    async (scope) => {
      await expect(tokenOf(party, scope)).rejects.toThrow('scope_refused');
    },
  );

  it('is refused within a second of its revocation, which names its shop; others of the client go on', async () => {
    const [token, other] = [await tokenOf(party), await tokenOf(party)];
    expect(await outcomeOf(token)).toBe('valid');
    await expect(revoke(idOf(token))).rejects.toEqual(refused('token_not_found'));
    await revoke(idOf(token), party.shopId);
    await becomes(token, 'revoked');
    expect(await outcomeOf(other)).toBe('valid');
  });

  it('has its revocation on record until it has ended, and one of an operator’s for good', async () => {
    const longAgo = (tokenId: TokenId, minutes: number) =>
      db
        .database('tokens')
        .where({ token_id: tokenId })
        .update({ revoked_at: db.database.raw(`now() - ? * interval '1 minute'`, [minutes]) });
    const [fresh, ended] = [idOf(await tokenOf(party)), idOf(await tokenOf(party))];
    const { tokenId: issued } = await issue();
    for (const tokenId of [fresh, ended, issued]) await revoke(tokenId, party.shopId);
    await longAgo(fresh, 10);
    await longAgo(ended, 13);
    await longAgo(issued, 1_000_000);
    await sweepRevocations(db);
    const onRecord = (await listTokens(db.database, party.shopId)).map(({ tokenId }) => tokenId);
    expect([...onRecord].sort()).toEqual([fresh, issued].sort());
  });

  it('goes on when the shop of its revocation is another one', async () => {
    const token = await tokenOf(party);
    await revoke(idOf(token), (await createParty(db)).shopId);
    expect(await outcomeOf(token)).toBe('valid');
  });

  it('is refused within a second of its client’s revocation, with everything else of the client', async () => {
    const [short, long] = [await tokenOf(party), (await issue()).accessToken];
    expect([await outcomeOf(short), await outcomeOf(long)]).toEqual(['valid', 'valid']);
    await revokeClient(db, { clientId: party.client.clientId, actor: tester });
    await becomes(short, 'revoked');
    await becomes(long, 'revoked');
    await expect(issue()).rejects.toEqual(refused('client_revoked'));
  });
});

describe('a token that an operator issues', () => {
  it('lives for days, and is on record without what it consists of', async () => {
    const { accessToken, tokenId, expiresAt } = await issue(365, ['read']);
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(await party.authenticatorAt(() => expiresAt.getTime() - 1)(accessToken)).toMatchObject({
      outcome: 'valid',
      access: { scopes: ['read'] },
    });
    expect((await party.authenticatorAt(() => expiresAt.getTime())(accessToken)).outcome).toBe('untimely');
    const [row] = await db.database('tokens').where({ token_id: tokenId });
    expect(JSON.stringify(row)).not.toContain(accessToken.split('.')[2]);
    expect(await listTokens(db.database, party.shopId)).toMatchObject([{ tokenId, scopes: ['read'], revokedAt: null }]);
    expect(await db.database('audit_log').where({ subject: tokenId })).toMatchObject([{ action: 'token.issued' }]);
  });

  it('counts for nothing where it is another one than the one on record', async () => {
    const { tokenId, expiresAt } = await issue();
    const issuedAt = Math.floor(Date.now() / 1_000);
    const forged = { ...party.issuer.claimsAt(issuedAt), jti: tokenId, scope: 'payout' };
    const { header, privateKey } = party.issuer;
    const exp = Math.floor(expiresAt.getTime() / 1_000);
    for (const end of [exp, issuedAt + 600]) {
      const token = signParts(privateKey, JSON.stringify(header), JSON.stringify({ ...forged, exp: end }));
      expect(await outcomeOf(token)).toBe('foreign');
    }
  });

  it('is revoked by its id alone, once', async () => {
    const { accessToken, tokenId } = await issue();
    expect(await outcomeOf(accessToken)).toBe('valid');
    const revoked = await revoke(tokenId);
    await becomes(accessToken, 'revoked');
    expect(await revoke(tokenId)).toEqual(revoked);
    const actions = await db.database('audit_log').where({ subject: tokenId }).orderBy('entry_id').pluck('action');
    expect(actions).toEqual(['token.issued', 'token.revoked']);
  });

  it('opens no more than its client may', async () => {
    await expect(issue(1, ['payout'])).rejects.toEqual(refused('scopes_not_granted'));
  });
});

describe('what strangers send', () => {
  it('makes the gateway neither ask the database nor check a signature when the key is none of its own', async () => {
    const keys = await openSigningKeys({ database: db.database, keyRing })();
    let asked = 0;
    const signingKeys = () => {
      asked += 1;
      // Nothing of a key can be used: a signature that is looked at fails the test.
      const byHeader = new Map([...keys.byHeader].map(([header]) => [header, null as never]));
      return Promise.resolve({ ...keys, byHeader });
    };
    const authenticate = createTokenAuthenticator({ database: null as never, signingKeys });
    const { privateKey, header } = party.issuer;
    for (let count = 0; count < 1_000; count += 1) {
      const token = signParts(privateKey, JSON.stringify({ ...header, kid: newId() }), '{}');
      expect(await authenticate(token)).toEqual({ outcome: 'foreign' });
    }
    expect(asked).toBe(1_000);
  });

  it('does not make it ask for its keys anew each time, however many strange keys are named', async () => {
    const reads = { count: 0 };
    const counting = new Proxy(db.database, {
      get: (target, name) => {
        if (name === 'client') reads.count += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    const needs = { database: counting, keyRing };
    const authenticate = createTokenAuthenticator({ ...needs, signingKeys: openSigningKeys(needs) });
    const { privateKey, header } = party.issuer;
    const tokens = Array.from({ length: 500 }, () =>
      signParts(privateKey, JSON.stringify({ ...header, kid: newId() }), '{}'),
    );
    await Promise.all(tokens.map((token) => authenticate(token)));
    expect(reads.count).toBe(1);
  });
});
