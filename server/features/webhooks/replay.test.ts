import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EndpointId, ShopId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createWebhooks, type WebhookNeeds, type Webhooks } from './create-webhooks.ts';
import { addEndpoint, disableEndpoint, enableEndpoint } from './endpoints.ts';
import { listDeliveries, replayEvent, replayRange } from './replay.ts';
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
let receiver: Receiver;
let shopId: ShopId;
let endpointId: EndpointId;

beforeAll(async () => {
  db = await createTestDatabase();
  needs = webhookNeeds(db.database);
});
afterAll(() => db.drop());
beforeEach(async () => {
  webhooks = createWebhooks(needs);
  receiver = await startReceiver();
  shopId = await addShop(db.database);
  ({ endpointId } = await addEndpoint(needs, shopId, { url: receiver.url }));
});
afterEach(async () => {
  await webhooks.stop(0);
  await receiver.close();
  // The next receiver may get this one's port: what is still pending must not find it.
  await db.database('webhook_deliveries').delete();
});

const deliverAll = async (): Promise<void> => {
  await webhooks.dispatch();
  await until(async () => {
    await webhooks.deliverDue();
    return (await deliveriesOf(db.database, shopId)).every((row) => row.status !== 'pending');
  });
};

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);

describe('replaying', () => {
  it('sends one event again although it was delivered', async () => {
    const [first, second] = await addEvents(db.database, shopId, 2);
    await deliverAll();
    expect(await replayEvent(needs, { shopId, eventId: second! })).toEqual({ events: 1, deliveries: 1 });
    expect(await listDeliveries(needs, { shopId, status: 'pending', limit: 10 })).toMatchObject([
      { eventId: second, attempts: 0, lastError: null },
    ]);
    await deliverAll();
    expect(receiver.received.map((one) => one.headers['webhook-id']).sort()).toEqual([first, second, second]);
  });

  it('knows no event of another shop', async () => {
    const [eventId] = await addEvents(db.database, shopId, 1);
    const stranger = await addShop(db.database);
    expect(await replayEvent(needs, { shopId: stranger, eventId: eventId! })).toEqual({ events: 0, deliveries: 0 });
  });

  it('sends what died between two times, and not what was delivered', async () => {
    const events = await addEvents(db.database, shopId, 5);
    await deliverAll();
    await db
      .database('events')
      .where({ event_id: events[4] })
      .update({ created_at: minutes(-30) });
    await db
      .database('webhook_deliveries')
      .whereIn('event_id', [events[0]!, events[1]!, events[4]!])
      .update({ status: 'dead', attempts: 10, last_error: 'timeout' });
    const count = await replayRange(needs, { shopId, from: minutes(-10), to: minutes(1) });
    expect(count).toEqual({ events: 4, deliveries: 2 });
    await until(async () => {
      await webhooks.deliverDue();
      return receiver.received.length === 7;
    });
    expect(await listDeliveries(needs, { shopId, status: 'dead', limit: 10 })).toMatchObject([{ eventId: events[4] }]);
  });

  it('sends the delivered ones too when asked to', async () => {
    await addEvents(db.database, shopId, 3);
    await deliverAll();
    const order = { shopId, from: minutes(-10), to: minutes(1), includesDelivered: true };
    expect(await replayRange(needs, order)).toEqual({ events: 3, deliveries: 3 });
  });

  it('excludes the end of the range', async () => {
    const [eventId] = await addEvents(db.database, shopId, 1);
    const [event] = await db.database('events').select<{ created_at: Date }[]>().where({ event_id: eventId });
    const time = event!.created_at;
    expect(await replayRange(needs, { shopId, from: minutes(-10), to: time })).toEqual({ events: 0, deliveries: 0 });
    expect((await replayRange(needs, { shopId, from: time, to: minutes(1) })).events).toBe(1);
  });

  it('works through more events than one statement takes', async () => {
    await addEvents(db.database, shopId, 2_300);
    await db.database('events').where({ shop_id: shopId }).update({ dispatched_at: new Date() });
    expect(await replayRange(needs, { shopId, from: minutes(-10), to: minutes(1) })).toEqual({
      events: 2_300,
      deliveries: 2_300,
    });
  });

  it('gives an endpoint the events it missed while it was disabled', async () => {
    await disableEndpoint(needs, shopId, endpointId);
    const events = await addEvents(db.database, shopId, 2);
    await deliverAll();
    await enableEndpoint(needs, shopId, endpointId);
    await deliverAll();
    expect(receiver.received).toHaveLength(0);
    await replayRange(needs, { shopId, from: minutes(-10), to: minutes(1) });
    await deliverAll();
    expect(receiver.received.map((one) => one.headers['webhook-id']).sort()).toEqual(events);
  });
});

describe('the list of deliveries', () => {
  it('shows the newest first, page by page', async () => {
    const events = await addEvents(db.database, shopId, 5);
    await deliverAll();
    const page = await listDeliveries(needs, { shopId, limit: 2 });
    expect(page.map((one) => one.eventId)).toEqual([events[4], events[3]]);
    const next = await listDeliveries(needs, { shopId, limit: 2, before: events[3]! });
    expect(next.map((one) => one.eventId)).toEqual([events[2], events[1]]);
    expect(page[0]).toMatchObject({
      endpointId,
      url: receiver.url,
      type: 'operation.completed',
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      lastHttpStatus: 204,
    });
  });

  it('can be narrowed to one event or endpoint', async () => {
    const events = await addEvents(db.database, shopId, 2);
    await deliverAll();
    expect(await listDeliveries(needs, { shopId, eventId: events[0]!, limit: 10 })).toHaveLength(1);
    expect(await listDeliveries(needs, { shopId, endpointId, limit: 10 })).toHaveLength(2);
    expect(await listDeliveries(needs, { shopId, status: 'dead', limit: 10 })).toEqual([]);
  });
});
