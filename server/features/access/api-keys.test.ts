import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMerchant, createShop, type Shop } from '#features/merchants';
import { newId, type KeyId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { apiKeyFormat } from './api-key-format.ts';
import { createApiKeyResolver, issueApiKey, listApiKeys, revokeApiKey } from './index.ts';

const actor = tester;
let db: TestDatabase;
let shop: Shop;

beforeAll(async () => {
  db = await createTestDatabase();
  const merchant = await createMerchant(db, 'Acme', actor);
  shop = await createShop(db, { merchant, name: 'Acme shop', mode: 'live', settlementCurrency: 'USDT' }, actor);
});
afterAll(() => db.drop());

describe('an issued API key', () => {
  it('opens its shop', async () => {
    const { apiKey, keyId } = await issueApiKey(db, { shop, actor });
    const access = { shopId: shop.shopId, settlementCurrency: 'USDT', scopes: ['payin', 'payout', 'read'] };
    expect(await createApiKeyResolver(db)(apiKey)).toEqual({ outcome: 'valid', keyId, access });
  });

  it('opens its shop among many that are asked for at the same time, and no other shop', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => issueApiKey(db, { shop, actor })));
    const asked = keys.flatMap(({ apiKey }) => [apiKey, apiKeyFormat.create('live')]);
    const found = await Promise.all(asked.map(createApiKeyResolver(db)));
    const wanted = keys.flatMap(({ keyId }) => [
      expect.objectContaining({ outcome: 'valid', keyId }),
      { outcome: 'unknown' },
    ]);
    expect(found).toEqual(wanted);
  });

  it('is nowhere in the database', async () => {
    const { apiKey, keyId } = await issueApiKey(db, { shop, actor });
    const secret = apiKey.slice('tp_live_'.length);
    const rows = [
      ...(await db.database('api_keys').where({ key_id: keyId })),
      ...(await db.database('api_key_directory').where({ key_id: keyId })),
      ...(await db.database('audit_log').where({ subject: keyId })),
    ];
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is listed by its hint', async () => {
    const { keyId, hint } = await issueApiKey(db, { shop, actor });
    const listed = (await listApiKeys(db.database, shop.shopId)).find((key) => key.keyId === keyId);
    expect(listed).toMatchObject({ hint, shopName: 'Acme shop', revokedAt: null });
  });
});

describe('revoking an API key', () => {
  it('closes the shop to it within a second, on a process that just used it', async () => {
    const { apiKey, keyId } = await issueApiKey(db, { shop, actor });
    const resolve = createApiKeyResolver(db);
    expect(await resolve(apiKey)).toMatchObject({ outcome: 'valid' });
    await revokeApiKey(db, { keyId, actor });
    await new Promise((done) => setTimeout(done, 600));
    expect(await resolve(apiKey)).toEqual({ outcome: 'revoked', keyId, shopId: shop.shopId });
  });

  it('twice changes nothing the second time', async () => {
    const { keyId } = await issueApiKey(db, { shop, actor });
    const first = await revokeApiKey(db, { keyId, actor });
    const second = await revokeApiKey(db, { keyId, actor });
    expect(second.revokedAt).toEqual(first.revokedAt);
    expect(await db.database('audit_log').where({ subject: keyId, action: 'api_key.revoked' })).toHaveLength(1);
  });

  it('says when there is no such key', async () => {
    const keyId = newId<KeyId>();
    await expect(revokeApiKey(db, { keyId, actor })).rejects.toThrow(refused('api_key_not_found', { keyId }));
  });
});

describe('the audit log', () => {
  it('cannot be rewritten', async () => {
    await expect(db.database('audit_log').del()).rejects.toThrow('permission denied');
  });
});
