import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { newId, type SigningKeyId } from '#platform/ids';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { tester } from '#test/support/operators';
import { refused } from '#test/support/refused';
import { testKeys } from '#test/support/settings';
import {
  ensureSigningKey,
  issueToken,
  listSigningKeys,
  openTokens,
  reencryptSigningKeys,
  revokeSigningKey,
  rotateSigningKey,
} from '../index.ts';
import { createParty, keyRing, signParts, tokenOf, type Party } from '../tokens-fixture.ts';

let db: TestDatabase;
let party: Party;
const needs = () => ({ database: db.database, keyRing });
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database('signing_keys').del();
  party = await createParty(db);
});

const rotate = (isAtOnce = false) => rotateSigningKey(needs(), { isAtOnce, actor: tester });
const statesOf = async () => (await listSigningKeys(db)).map(({ state }) => state);
const publishedIds = async () => (await openTokens(needs()).publishedKeys()).map(({ kid }) => kid);
/** By the clock of the keys: everything happened so much earlier. */
const passTime = async (ms: number): Promise<void> => {
  for (const column of ['signs_from', 'needed_until', 'revoked_at']) {
    await db.database('signing_keys').update(column, db.database.raw(`?? - interval '${ms} milliseconds'`, [column]));
  }
};
const minuteMs = 60_000;
const fresh = () => ({ ...party, tokens: openTokens(needs()) });
const outcomeOf = async (token: string): Promise<string> => (await fresh().tokens.authenticateToken(token)).outcome;

describe('signing keys', () => {
  it('are one after any number of servers have started at once', async () => {
    await db.database('signing_keys').del();
    await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(needs())));
    expect(await statesOf()).toEqual(['signing']);
    expect(await db.database('house_audit_log').where({ action: 'signing_key.created', actor: 'server' })).not.toEqual(
      [],
    );
  });

  it('verify tokens for everybody who reads the JWKS, which holds nothing private', async () => {
    const keys = await party.tokens.publishedKeys();
    expect(keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: party.issuer.keyId, use: 'sig', alg: 'EdDSA' },
    ]);
    const { payload } = await jwtVerify(await tokenOf(party), createLocalJWKSet({ keys: [...keys] }));
    expect(payload.sub).toBe(party.client.clientId);
  });

  it('lie sealed in the database, bound to their rows', async () => {
    const [row] = await db.database('signing_keys');
    const place = { purpose: 'signing_keys.private_encrypted', owner: 'house', rowId: row.key_id } as const;
    expect(keyRing.decrypt(row.private_encrypted, place)).toMatch(/^[\w-]{43}$/);
    expect(() => keyRing.decrypt(row.private_encrypted, { ...place, rowId: newId() })).toThrow('cannot decrypt');
  });

  it('are rewritten with the key ring, and sign on', async () => {
    const both = createKeyRing(`${newKeyText('fresh')},${testKeys}`);
    expect(await reencryptSigningKeys({ database: db.database, keyRing: both })).toBe(1);
    expect(await reencryptSigningKeys({ database: db.database, keyRing: both })).toBe(0);
    const tokens = openTokens({ database: db.database, keyRing: both });
    expect((await tokens.authenticateToken(await tokenOf({ ...party, tokens }))).outcome).toBe('valid');
  });
});

describe('a rotation', () => {
  it('publishes the next key ten minutes before it signs, and the one before until its tokens have ended', async () => {
    const old = party.issuer.keyId;
    const { keyId } = await rotate();
    expect([await statesOf(), await publishedIds()]).toEqual([
      ['next', 'signing'],
      [keyId, old],
    ]);
    const before = await tokenOf(fresh());
    expect((await openTokens(needs()).authenticateToken(before)).outcome).toBe('valid');
    await passTime(10 * minuteMs);
    expect(await statesOf()).toEqual(['signing', 'retired']);
    const after = await tokenOf(fresh());
    expect([await outcomeOf(before), await outcomeOf(after)]).toEqual(['valid', 'valid']);
    await passTime(11 * minuteMs);
    expect([await statesOf(), await publishedIds()]).toEqual([['signing', 'over'], [keyId]]);
    expect([await outcomeOf(before), await outcomeOf(after)]).toEqual(['foreign', 'valid']);
  });

  it('is refused while the last one has not taken effect, but for one at once', async () => {
    await rotate();
    await expect(rotate()).rejects.toEqual(refused('signing_key_waits'));
    await rotate(true);
    expect(await statesOf()).toEqual(['next', 'next', 'signing']);
  });

  it('at once interrupts nothing, neither where a token is got nor where it is shown', async () => {
    const [here, there] = [openTokens(needs()), openTokens(needs())];
    const { keyId } = await rotate(true);
    const seen = new Set<string>();
    const signers = new Set<string | undefined>();
    const tokensHereAndThere = async (): Promise<boolean> => {
      for (const [from, to] of [
        [here, there],
        [there, here],
      ] as const) {
        const token = await tokenOf({ ...party, tokens: from });
        seen.add((await to.authenticateToken(token)).outcome);
        signers.add(decodeProtectedHeader(token).kid);
      }
      return signers.has(keyId);
    };
    await eventually(tokensHereAndThere, 'the next key to sign');
    expect([...seen]).toEqual(['valid']);
    expect([...signers]).toEqual([party.issuer.keyId, keyId]);
  });

  it('of two at the same time is done once', async () => {
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps a key published for the token that an operator has issued under it, and erases what it signed with', async () => {
    const order = { clientId: party.client.clientId, scopes: undefined, days: 30, actor: tester };
    const { accessToken, expiresAt } = await issueToken(needs(), order);
    await rotate();
    // The token would else be younger than its key by more than clocks may differ.
    await passTime(10.5 * minuteMs);
    await rotate();
    expect(await statesOf()).toEqual(['next', 'signing', 'retired']);
    const publishedUntil = (await listSigningKeys(db)).at(-1)?.publishedUntil;
    expect(expiresAt.getTime() - (publishedUntil?.getTime() ?? 0)).toBe(10.5 * minuteMs);
    expect(await outcomeOf(accessToken)).toBe('valid');
    const erased = await db.database('signing_keys').whereNull('private_encrypted').pluck('key_id');
    expect(erased).toEqual([party.issuer.keyId]);
  });

  it('lets a key that signs no more vouch for nothing new', async () => {
    const { header, privateKey, claimsAt } = party.issuer;
    await rotate();
    await passTime(15 * minuteMs);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const made = (seconds: number) => signParts(privateKey, JSON.stringify(header), JSON.stringify(claimsAt(seconds)));
    expect(await outcomeOf(made(nowSeconds - 6 * 60))).toBe('valid');
    expect(await outcomeOf(made(nowSeconds))).toBe('foreign');
  });
});

describe('a revoked signing key', () => {
  it('ends its tokens within a second, and another key signs at once', async () => {
    const token = await tokenOf(party);
    expect((await party.tokens.authenticateToken(token)).outcome).toBe('valid');
    const { replacement } = await revokeSigningKey(needs(), { keyId: party.issuer.keyId, actor: tester });
    const isRefused = async () => (await party.tokens.authenticateToken(token)).outcome === 'foreign';
    await eventually(isRefused, 'the token to be refused');
    expect([await statesOf(), await publishedIds()]).toEqual([['signing', 'revoked'], [replacement?.keyId]]);
    expect(await outcomeOf(await tokenOf(fresh()))).toBe('valid');
    expect(await db.database('signing_keys').whereNull('private_encrypted').pluck('key_id')).toEqual([
      party.issuer.keyId,
    ]);
  });

  it('is replaced by none where it does not sign, and is revoked once', async () => {
    const { keyId } = await rotate();
    expect(await revokeSigningKey(needs(), { keyId, actor: tester })).toEqual({ keyId, replacement: null });
    expect(await revokeSigningKey(needs(), { keyId, actor: tester })).toEqual({ keyId, replacement: null });
    expect(await statesOf()).toEqual(['revoked', 'signing']);
    expect(await db.database('house_audit_log').where({ action: 'signing_key.revoked', subject: keyId })).toHaveLength(
      1,
    );
    const unknown = newId<SigningKeyId>();
    await expect(revokeSigningKey(needs(), { keyId: unknown, actor: tester })).rejects.toEqual(
      refused('signing_key_not_found'),
    );
  });
});
