import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type ClientId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { refused } from '#test/support/refused';
import { listClients, revokeClient, rotateClientSecret, type IssuedClient } from '../index.ts';
import { createParty, type Party } from '../tokens-fixture.ts';

let db: TestDatabase;
let party: Party;
let client: IssuedClient;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  party = await createParty(db, ['payin', 'read']);
  ({ client } = party);
});

const outcomeOf = async (clientSecret: string, clientId: string = client.clientId): Promise<string> =>
  (await party.tokens.authenticateClient({ clientId, clientSecret })).outcome;
const rotate = async (isAtOnce = false): Promise<string> =>
  (await rotateClientSecret(db, { clientId: client.clientId, isAtOnce, actor: tester })).clientSecret;

describe('a client', () => {
  it('is known by its secret, with its shop and scopes', async () => {
    expect(await party.tokens.authenticateClient(client)).toEqual({
      outcome: 'valid',
      client: { clientId: client.clientId, shopId: party.shopId, scopes: ['payin', 'read'] },
    });
    expect(await outcomeOf(client.clientSecret, client.clientId.toUpperCase())).toBe('valid');
  });

  it('is not known by the secret of another one, nor is one that was never issued', async () => {
    const other = await createParty(db);
    expect(await outcomeOf(other.client.clientSecret)).toBe('unknown');
    expect(await outcomeOf(client.clientSecret, newId())).toBe('unknown');
  });

  it.each([
    ['', 'x'],
    ["' or 1=1 --", 'x'],
    ['01a1fdec-f8de-71fa-89eb-62df7b43551d', ''],
    ['01a1fdec-f8de-71fa-89eb-62df7b43551d', 'tpc_test_0000000000000000000000000000000000000000000000000'],
  ])('is malformed as %j with the secret %j, and nothing is asked about it', async (clientId, clientSecret) => {
    expect(await outcomeOf(clientSecret, clientId)).toBe('malformed');
  });

  it('leaves nothing in the database that its secret could be read from', async () => {
    const secrets = await db.database('client_secrets').where({ client_id: client.clientId });
    expect(JSON.stringify(secrets)).not.toContain(client.clientSecret.slice('tpc_test_'.length + 4));
    expect(secrets[0]?.digest).toHaveLength(32);
    const log = await db.database('audit_log').where({ subject: client.clientId });
    expect(log).toMatchObject([{ actor: 'cli:tester', action: 'client.issued', shop_id: party.shopId }]);
    expect(JSON.stringify(log)).not.toContain(client.clientSecret);
  });

  it('is refused with every secret from when it is revoked, and a second time changes nothing', async () => {
    const second = await rotate();
    const revoked = await revokeClient(db, { clientId: client.clientId, actor: tester });
    expect([await outcomeOf(client.clientSecret), await outcomeOf(second)]).toEqual(['revoked', 'revoked']);
    expect(await outcomeOf((await createParty(db)).client.clientSecret)).toBe('unknown');
    expect(await revokeClient(db, { clientId: client.clientId, actor: tester })).toEqual(revoked);
    const actions = await db
      .database('audit_log')
      .where({ subject: client.clientId })
      .orderBy('entry_id')
      .pluck('action');
    expect(actions).toEqual(['client.issued', 'client_secret.rotated', 'client.revoked']);
    await expect(rotate()).rejects.toEqual(refused('client_revoked'));
  });
});

describe('a secret that is replaced', () => {
  it('is valid beside the new one for 24 hours', async () => {
    const second = await rotate();
    expect([await outcomeOf(client.clientSecret), await outcomeOf(second)]).toEqual(['valid', 'valid']);
    const day = 24 * 3_600_000;
    const [first] = await db.database('client_secrets').where({ hint: client.hint });
    expect(first.expires_at.getTime() - Date.now()).toBeGreaterThan(day - 60_000);
    await db.database('client_secrets').where({ hint: client.hint }).update({ expires_at: new Date() });
    expect([await outcomeOf(client.clientSecret), await outcomeOf(second)]).toEqual(['unknown', 'valid']);
  });

  it('ends when the next one is replaced as well: two are valid at most', async () => {
    const second = await rotate();
    const third = await rotate();
    expect([await outcomeOf(client.clientSecret), await outcomeOf(second), await outcomeOf(third)]).toEqual([
      'unknown',
      'valid',
      'valid',
    ]);
    const listed = (await listClients(db, party.shopId)).find(({ clientId }) => clientId === client.clientId);
    expect(listed).toMatchObject({
      scopes: ['payin', 'read'],
      secrets: [{ expiresAt: expect.any(Date) }, { expiresAt: null }],
    });
  });

  it('leaves two that are valid, also of many replacements at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => rotate()));
    const outcomes = await Promise.all([client.clientSecret, ...secrets].map((secret) => outcomeOf(secret)));
    expect(outcomes.filter((outcome) => outcome === 'valid')).toHaveLength(2);
    const [listed] = await listClients(db, party.shopId);
    expect(listed?.secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });

  it('ends at once where it may have become known', async () => {
    const second = await rotate(true);
    expect([await outcomeOf(client.clientSecret), await outcomeOf(second)]).toEqual(['unknown', 'valid']);
  });

  it('is of a client that there is', async () => {
    const clientId = newId<ClientId>();
    await expect(rotateClientSecret(db, { clientId, isAtOnce: false, actor: tester })).rejects.toEqual(
      refused('client_not_found'),
    );
  });
});
