import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EndpointId, ShopId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { refused } from '#test/support/refused';
import { findReceiver } from './deliveries-store.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  updateEndpoint,
  type EndpointOrder,
} from './endpoints.ts';
import { secretPlace } from './secret-place.ts';
import { ensureShopSecret, rotateSecret } from './secrets.ts';
import { addShop, webhookNeeds } from './webhook-fixture.ts';

let db: TestDatabase;
let needs: ReturnType<typeof webhookNeeds>;
let shopId: ShopId;

beforeAll(async () => {
  db = await createTestDatabase();
  needs = webhookNeeds(db.database);
});
afterAll(() => db.drop());
beforeEach(async () => {
  shopId = await addShop(db.database);
});

const secretsOf = async (endpointId: EndpointId): Promise<string[]> => {
  const receiver = await findReceiver(db.database, { shop_id: shopId, receiver_id: endpointId });
  const { secrets, secret_ids: ids } = receiver;
  return secrets.map((sealed, index) => needs.keyRing.decrypt(sealed, secretPlace(shopId, ids[index]!)));
};

describe('endpoints', () => {
  it('are several per shop, each with its own secret, the default one with the shop’s', async () => {
    const own = await ensureShopSecret(needs, shopId);
    const main = await addEndpoint(needs, shopId, { url: 'https://a.example/hooks', isDefault: true });
    const other = await addEndpoint(needs, shopId, { url: 'https://b.example/', types: ['operation.cancelled'] });
    expect(own).toMatch(/^whsec_/);
    expect(main.secret).toBeNull();
    expect(other.secret).toMatch(/^whsec_/);
    expect(await secretsOf(main.endpointId)).toEqual([own]);
    expect(await secretsOf(other.endpointId)).toEqual([other.secret]);
    expect(await listEndpoints(needs, shopId)).toMatchObject([
      { url: 'https://a.example/hooks', types: null, isDefault: true, disabledAt: null },
      { url: 'https://b.example/', types: ['operation.cancelled'], isDefault: false },
    ]);
  });

  it('show the shop’s secret once: when the default endpoint made it', async () => {
    const { secret } = await addEndpoint(needs, shopId, { url: 'https://a.example/', isDefault: true });
    expect(secret).toMatch(/^whsec_/);
    expect(await ensureShopSecret(needs, shopId)).toBeNull();
  });

  it('keep no secret readable in the database', async () => {
    const { secret } = await addEndpoint(needs, shopId, { url: 'https://a.example/' });
    const rows = await db
      .database('webhook_secrets')
      .select<{ secret_encrypted: Buffer }[]>()
      .where({ shop_id: shopId });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.secret_encrypted.includes(secret?.slice(6) ?? '')).toBe(false);
  });

  it.each([
    ['not a url', 'url_malformed'],
    ['ftp://a.example/', 'url_not_https'],
    ['http://93.184.216.34/', 'url_plain_outside_networks'],
    ['https://user:pass@a.example/', 'url_with_credentials'],
    ['https://a.example:99999/', 'url_malformed'],
    ['https://a.example:0/', 'url_port_closed'],
    ['https://a.example:22/', 'url_port_closed'],
    ['https://a.example:1023/', 'url_port_closed'],
    ['https://10.0.0.1/', 'url_not_public'],
    ['https://[::ffff:169.254.169.254]/', 'url_not_public'],
    ['https://0x7f.1:8080/', 'url_not_public'],
    [`https://a.example/${'x'.repeat(2_048)}`, 'url_too_long'],
  ] as const)('refuse %s', async (url, code) => {
    const adding = addEndpoint({ ...needs, allowedNetworks: [] }, shopId, { url });
    await expect(adding).rejects.toThrow(refused(code));
  });

  it.each(['https://a.example:80/', 'https://a.example:443/', 'https://a.example:1024/'])('take %s', async (url) => {
    await addEndpoint({ ...needs, allowedNetworks: [] }, shopId, { url });
    expect(await listEndpoints(needs, shopId)).toHaveLength(1);
  });

  it('may use http within an allowed network, by address or by name', async () => {
    await addEndpoint(needs, shopId, { url: 'http://127.0.0.1:9000/' });
    await addEndpoint({ ...needs, allowedNetworks: ['127.0.0.0/8', '::1'] }, shopId, { url: 'http://localhost:9000/' });
    await expect(
      addEndpoint({ ...needs, allowedNetworks: ['10.0.0.0/8'] }, shopId, { url: 'http://localhost:9001/' }),
    ).rejects.toThrow(refused('url_plain_outside_networks'));
  });

  it('refuse unknown types, the same URL twice and a second default', async () => {
    await addEndpoint(needs, shopId, { url: 'https://a.example/', isDefault: true });
    const adding = (order: EndpointOrder): Promise<unknown> => addEndpoint(needs, shopId, order);
    await expect(adding({ url: 'https://a.example' })).rejects.toThrow(
      refused('endpoint_exists', { url: 'https://a.example/' }),
    );
    await expect(adding({ url: 'https://b.example/', isDefault: true })).rejects.toThrow(
      refused('default_endpoint_exists'),
    );
    await expect(adding({ url: 'https://c.example/', types: ['x'] })).rejects.toThrow(
      refused('event_types_unknown', { types: ['x'] }),
    );
    await expect(adding({ url: 'https://c.example/', types: [] })).rejects.toThrow(
      refused('event_types_unknown', { types: [] }),
    );
  });

  it('change their URL and filter, and keep what is not named', async () => {
    const order = { url: 'https://a.example/', types: ['operation.completed'] };
    const { endpointId } = await addEndpoint(needs, shopId, order);
    await updateEndpoint(needs, shopId, endpointId, { url: 'https://b.example/' });
    expect(await listEndpoints(needs, shopId)).toMatchObject([
      { url: 'https://b.example/', types: ['operation.completed'] },
    ]);
    await updateEndpoint(needs, shopId, endpointId, { types: null });
    expect(await listEndpoints(needs, shopId)).toMatchObject([{ url: 'https://b.example/', types: null }]);
  });

  it('belong to their shop alone', async () => {
    const { endpointId } = await addEndpoint(needs, shopId, { url: 'https://a.example/' });
    const stranger = await addShop(db.database);
    const refusal = refused('endpoint_not_found', { shop: null, endpointId });
    await expect(disableEndpoint(needs, stranger, endpointId)).rejects.toThrow(refusal);
    await expect(enableEndpoint(needs, stranger, endpointId)).rejects.toThrow(refusal);
    await expect(updateEndpoint(needs, stranger, endpointId, {})).rejects.toThrow(refusal);
  });
});

describe('rotating a secret', () => {
  it('leaves the former valid for 24 hours, and never more than two', async () => {
    const { endpointId, secret } = await addEndpoint(needs, shopId, { url: 'https://a.example/' });
    const second = await rotateSecret(needs, shopId, endpointId);
    expect(await secretsOf(endpointId)).toEqual([second, secret]);
    const [row] = (
      await db.database.raw(
        `select extract(epoch from expires_at - now())::float as seconds from webhook_secrets
         where shop_id = ? and expires_at is not null`,
        [shopId],
      )
    ).rows;
    expect(row.seconds).toBeGreaterThan(86_390);
    expect(row.seconds).toBeLessThanOrEqual(86_400);
    const third = await rotateSecret(needs, shopId, endpointId);
    expect(await secretsOf(endpointId)).toEqual([third, second]);
  });

  it('ends the former secret when the 24 hours are over', async () => {
    const { endpointId } = await addEndpoint(needs, shopId, { url: 'https://a.example/', isDefault: true });
    const fresh = await rotateSecret(needs, shopId, null);
    await db
      .database('webhook_secrets')
      .whereNotNull('expires_at')
      .update({
        expires_at: db.database.raw(`now() - interval '1 second'`),
      });
    expect(await secretsOf(endpointId)).toEqual([fresh]);
  });

  it('of the shop touches no endpoint’s own', async () => {
    await ensureShopSecret(needs, shopId);
    const { endpointId, secret } = await addEndpoint(needs, shopId, { url: 'https://a.example/' });
    await rotateSecret(needs, shopId, null);
    expect(await secretsOf(endpointId)).toEqual([secret]);
  });
});
