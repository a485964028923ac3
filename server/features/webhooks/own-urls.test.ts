import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { EventId, ShopId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { healthyShop } from '../reports/healthy-shop-fixture.ts';
import { createWebhooks, type WebhookNeeds, type Webhooks } from './create-webhooks.ts';
import { addEndpoint, listEndpoints } from './endpoints.ts';
import { listDeliveries, replayEvent } from './replay.ts';
import { ensureShopSecret } from './secrets.ts';
import {
  addEvents,
  addShop,
  deliveriesOf,
  startReceiver,
  until,
  webhookNeeds,
  type Receiver,
} from './webhook-fixture.ts';

let db: TestDatabase;
let needs: WebhookNeeds;
let webhooks: Webhooks;
let shopId: ShopId;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  needs = webhookNeeds(db.database, {
    renderers: {
      v1: (snapshot) => snapshot,
      h2h: (snapshot) => ({ id: 'in h2h', ...snapshot }),
    },
  });
  webhooks = createWebhooks(needs);
  opened.push({ close: () => webhooks.stop(0) });
  shopId = await addShop(db.database);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await db.database('webhook_deliveries').delete();
});

const receiverThat = async (respond?: (response: ServerResponse) => void): Promise<Receiver> => {
  const receiver = await startReceiver(respond);
  opened.push(receiver);
  return receiver;
};

/** An event of an operation that was given a URL of its own. */
const addEventFor = async (url: string, type = 'operation.completed'): Promise<EventId> => {
  const [eventId] = await addEvents(db.database, shopId, 1, type, 'h2h');
  await db.database('events').where({ shop_id: shopId, event_id: eventId }).update({ webhook_url: url });
  return eventId!;
};

const settled = (count: number): Promise<void> =>
  until(async () => {
    const rows = await deliveriesOf(db.database, shopId);
    return rows.length === count && rows.every((row) => row.attempts > 0 && row.leased_until === null);
  });

const bodiesOf = ({ received }: Receiver): unknown[] => received.map(({ body }) => JSON.parse(body));

describe('a URL that an operation was given', () => {
  it('takes the place of the default endpoint, and of no other', async () => {
    const [standing, other, own] = [await receiverThat(), await receiverThat(), await receiverThat()];
    await addEndpoint(needs, shopId, { url: standing.url, isDefault: true });
    await addEndpoint(needs, shopId, { url: other.url });
    await addEventFor(own.url);
    await webhooks.dispatch();
    await settled(2);
    expect(bodiesOf(own)).toMatchObject([{ type: 'operation.success', data: { id: 'in h2h' } }]);
    expect([standing, other].map(({ received }) => received.length)).toEqual([0, 1]);
  });

  it('is signed with the shop’s own secret', async () => {
    const own = await receiverThat();
    const secret = await ensureShopSecret(needs, shopId);
    await addEventFor(own.url);
    await webhooks.dispatch();
    await own.has(1);
    const { body, headers } = own.received[0]!;
    expect(new Webhook(secret ?? '').verify(body, headers as Record<string, string>)).toMatchObject({ sequence: 1 });
  });

  it('is sent nothing unsigned: without a secret its delivery waits, and says why', async () => {
    const own = await receiverThat();
    await addEventFor(own.url);
    await webhooks.dispatch();
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([
      { status: 'pending', attempts: 1, last_error: 'no_secret' },
    ]);
    expect(own.received).toEqual([]);
  });

  it('is told nothing that its API has no name for', async () => {
    const own = await receiverThat();
    await addEventFor(own.url, 'operation.manual_check');
    await webhooks.dispatch();
    expect(await deliveriesOf(db.database, shopId)).toEqual([]);
  });

  it('may lead to no address that deliveries may not connect to', async () => {
    const own = await receiverThat();
    await ensureShopSecret(needs, shopId);
    await addEventFor(own.url);
    const strict = createWebhooks({ ...needs, allowedNetworks: [] });
    opened.push({ close: () => strict.stop(0) });
    await strict.dispatch();
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([
      { status: 'pending', last_error: 'refused_address' },
    ]);
    expect(own.received).toEqual([]);
  });

  it('keeps to the schedule of retries, and is listed without an endpoint', async () => {
    const own = await receiverThat((response) => response.writeHead(500).end());
    await ensureShopSecret(needs, shopId);
    const eventId = await addEventFor(own.url);
    await webhooks.dispatch();
    await settled(1);
    const [listed] = await listDeliveries(needs, { shopId, limit: 10 });
    expect(listed).toMatchObject({
      eventId,
      endpointId: null,
      url: own.url,
      status: 'pending',
      attempts: 1,
      lastError: 'unexpected_status',
    });
    const waitMs = listed!.nextAttemptAt!.getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(2_000);
    expect(waitMs).toBeLessThan(6_000);
  });

  it('that is gone ends its delivery and disables nothing', async () => {
    const [standing, own] = [await receiverThat(), await receiverThat((response) => response.writeHead(410).end())];
    await addEndpoint(needs, shopId, { url: standing.url, isDefault: true });
    await addEventFor(own.url);
    await webhooks.dispatch();
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([{ status: 'dead', last_error: 'gone' }]);
    expect(await listEndpoints(needs, shopId)).toMatchObject([{ disabledAt: null }]);
  });

  it.each(['no url', 'ftp://127.0.0.1/', 'https://'])('that is none, such as %s, fails by itself', async (url) => {
    const standing = await receiverThat();
    await addEndpoint(needs, shopId, { url: standing.url, isDefault: true });
    await addEventFor(url);
    await addEvents(db.database, shopId, 1);
    await webhooks.dispatch();
    await settled(2);
    expect(standing.received).toHaveLength(1);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'delivered']);
  });

  it('that hangs delays no other server of the shop', async () => {
    const [hanging, quick] = [await receiverThat(() => undefined), await receiverThat()];
    await ensureShopSecret(needs, shopId);
    for (let count = 0; count < 20; count += 1) await addEventFor(hanging.url);
    for (let count = 0; count < 10; count += 1) await addEventFor(`${quick.url}?operation=${count}`);
    await webhooks.dispatch();
    // None of the hanging ones has been given up by then.
    await quick.has(10);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
  });

  it('is replayed to, in place of the default endpoint', async () => {
    const [standing, own] = [await receiverThat(), await receiverThat()];
    await addEndpoint(needs, shopId, { url: standing.url, isDefault: true });
    const eventId = await addEventFor(own.url);
    await webhooks.dispatch();
    await settled(1);
    expect(await replayEvent(needs, { shopId, eventId })).toEqual({ events: 1, deliveries: 1 });
    await until(async () => {
      await webhooks.deliverDue();
      return own.received.length === 2;
    });
    expect(standing.received).toEqual([]);
    expect(new Set(own.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
  });

  it('goes from the operation to its events', async () => {
    const shop = await healthyShop(db.database);
    const url = 'https://merchant.example/hooks?operation=1';
    const [operation] = await db.database('operations').where({ shop_id: shop }).limit(1).pluck('operation_id');
    const key = { shop_id: shop, operation_id: operation as string };
    await db.database('operations').where(key).update({ webhook_url: url, event_sequence: 9 });
    await db.database.raw(
      `select outbox_record(gen_random_uuid(), o, 'operation.completed') from operations o
       where shop_id = ? and operation_id = ?`,
      [key.shop_id, key.operation_id],
    );
    expect(
      await db
        .database('events')
        .where({ ...key, sequence: 9 })
        .pluck('webhook_url'),
    ).toEqual([url]);
  });
});
