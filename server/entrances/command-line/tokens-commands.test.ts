import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { openTokens } from '#features/clients';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let speak: ReturnType<typeof createSpeaker>;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  speak = createSpeaker(db.url);
});
afterAll(() => db.drop());

type Json = Readonly<Record<string, string>>;

const run = (line: string): Promise<Spoken> => speak(line.split(' '), testKeys);
const json = async <Answer = Json>(line: string): Promise<Answer> =>
  JSON.parse((await run(`${line} --yes --json`)).out) as Answer;
const list = async (line: string): Promise<readonly Json[]> => JSON.parse((await run(`${line} --json`)).out);
const issueClient = () => json(`clients issue --shop ${shop.name}`);
const tokens = () => openTokens({ database: db.database, keyRing: createKeyRing(testKeys) });
const knows = async (clientId = '', clientSecret = ''): Promise<string> =>
  (await tokens().authenticateClient({ clientId, clientSecret })).outcome;
const outcomeOf = async (token = ''): Promise<string> => (await tokens().authenticateToken(token)).outcome;

describe('turnpike clients', () => {
  it('issues a client whose secret is shown once, lists and revokes it', async () => {
    const line = `clients issue --shop ${shop.name} --scopes read,payin --yes`;
    const { code, out, err } = await run(line);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^tpc_test_[0-9A-Za-z]{49}$/) });
    const clientId = /Client (\S+) of shop/.exec(err)?.[1];
    expect(await knows(clientId, out)).toBe('valid');
    const listed = await run(`clients list --shop ${shop.name}`);
    expect(listed.out).toMatch(new RegExp(`${clientId} +${shop.name} +payin,read +tpc_test_\\w{4}…`));
    expect(listed.out).not.toContain(out);
    expect(await run(`clients revoke ${clientId} --yes`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Revoked'),
    });
    expect(await knows(clientId, out)).toBe('revoked');
    expect(await db.database('audit_log').where({ subject: clientId }).orderBy('entry_id')).toMatchObject([
      { actor: 'cli:tester', action: 'client.issued' },
      { actor: 'cli:tester', action: 'client.revoked' },
    ]);
  });

  it('replaces a secret, with the one before for another day or at an end', async () => {
    const { clientId, clientSecret: first } = await issueClient();
    const { clientSecret: second } = await json(`clients rotate-secret ${clientId}`);
    expect([await knows(clientId, first), await knows(clientId, second)]).toEqual(['valid', 'valid']);
    const third = (await run(`clients rotate-secret ${clientId} --now --yes`)).out;
    expect([await knows(clientId, second), await knows(clientId, third)]).toEqual(['unknown', 'valid']);
  });

  it.each([
    ['revoke abc --yes', 1, 'turnpike: abc is not the id of a client; `turnpike clients list` shows ids.'],
    [
      'revoke 01a1fdec-f8de-71fa-89eb-62df7b43551d --yes',
      1,
      'turnpike: There is no client 01a1fdec-f8de-71fa-89eb-62df7b43551d.',
    ],
  ])('refuses to %s', async (words, code, err) => {
    expect(await run(`clients ${words}`)).toEqual({ code, out: '', err });
  });

  it('knows no other scopes than there are, and makes no secret unasked', async () => {
    expect(await run(`clients issue --shop ${shop.name} --scopes payin,admin --yes`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('payin,payout,read'),
    });
    expect(await run(`clients issue --shop ${shop.name}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('add --yes'),
    });
  });
});

describe('turnpike tokens', () => {
  it('issues a token for days that is shown once, lists and revokes it by its id', async () => {
    const { clientId } = await issueClient();
    const { code, out, err } = await run(`tokens issue --client ${clientId} --scopes read --days 30 --yes`);
    const { jti: tokenId, exp = 0, iat = 0, scope } = decodeJwt(out);
    expect({ code, scope, days: (exp - iat) / 86_400 }).toEqual({ code: 0, scope: 'read', days: 30 });
    expect(err).toContain(`Token ${tokenId} for read, until `);
    expect(await outcomeOf(out)).toBe('valid');
    const listed = await run(`tokens list --shop ${shop.name}`);
    expect(listed.out).toContain(tokenId);
    expect(listed.out).not.toContain(out);
    await run(`tokens revoke ${tokenId} --yes`);
    expect(await outcomeOf(out)).toBe('revoked');
    expect(await list('tokens list')).toContainEqual(
      expect.objectContaining({ tokenId, revokedAt: expect.any(String) }),
    );
  });

  it('revokes one of ten minutes, whose shop must be named', async () => {
    const { clientId, clientSecret } = await issueClient();
    const known = await tokens().authenticateClient({ clientId: clientId!, clientSecret: clientSecret! });
    if (known.outcome !== 'valid') throw new Error(known.outcome);
    const granted = await tokens().grantToken(known.client, undefined);
    if (granted.outcome !== 'granted') throw new Error(granted.outcome);
    const { tokenId, accessToken } = granted;
    expect(await run(`tokens revoke ${tokenId} --yes`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('name its shop with --shop'),
    });
    expect(await run(`tokens revoke ${tokenId} --shop ${shop.name} --yes`)).toMatchObject({ code: 0 });
    expect(await outcomeOf(accessToken)).toBe('revoked');
  });

  it.each(['0', '366', '1.5', 'x'])('issues none for %s days', async (days) => {
    const { clientId } = await issueClient();
    expect(await run(`tokens issue --client ${clientId} --days ${days} --yes`)).toMatchObject({ code: 2 });
  });
});

describe('turnpike signing-keys', () => {
  it('makes the next key, and refuses another one until it signs', async () => {
    const { clientId } = await issueClient();
    const { accessToken } = await json(`tokens issue --client ${clientId}`);
    const { keyId } = await json('signing-keys rotate');
    const [next, signing] = await list('signing-keys list');
    expect([next, signing]).toMatchObject([
      { keyId, state: 'next', signsUntil: null, publishedUntil: null },
      { state: 'signing', signsUntil: next?.['signsFrom'] },
    ]);
    expect(await run('signing-keys rotate --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${keyId}, waits already`),
    });
    expect(await outcomeOf(accessToken)).toBe('valid');
  });

  it('revokes a key with all of its tokens, and has another one sign', async () => {
    const { clientId } = await issueClient();
    const { accessToken } = await json(`tokens issue --client ${clientId}`);
    const signing = (await list('signing-keys list')).find(({ state }) => state === 'signing');
    const revoked = await run(`signing-keys revoke ${signing?.['keyId']} --yes`);
    expect(revoked).toMatchObject({ code: 0, err: expect.stringContaining('signs in its place') });
    expect(await outcomeOf(accessToken)).toBe('foreign');
    const { accessToken: later } = await json(`tokens issue --client ${clientId}`);
    expect(await outcomeOf(later)).toBe('valid');
    expect(await run('signing-keys revoke k1 --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not the id of a signing key'),
    });
  });
});
