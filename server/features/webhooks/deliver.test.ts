import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createWebhooks, type WebhookNeeds, type Webhooks } from './create-webhooks.ts';
import { findDueReceivers, type ReceiverKey } from './deliveries-store.ts';
import { dispatch } from './dispatch.ts';
import { addEndpoint, disableEndpoint, listEndpoints } from './endpoints.ts';
import { replayEvent } from './replay.ts';
import { rotateSecret } from './secrets.ts';
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
let shopId: ShopId;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
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

const open = (changes: Partial<WebhookNeeds> = {}): { needs: WebhookNeeds; webhooks: Webhooks } => {
  const needs = webhookNeeds(db.database, changes);
  const webhooks = createWebhooks(needs);
  opened.push({ close: () => webhooks.stop(0) });
  return { needs, webhooks };
};

/** One round of the loops; answers who still has something due. */
const deliverAll = async (webhooks: Webhooks): Promise<readonly ReceiverKey[]> => {
  await webhooks.dispatch();
  return webhooks.deliverDue();
};

/** What another process has made of the events, and not begun to send. */
const dispatchOnly = async (): Promise<void> => void (await dispatch(db.database, () => undefined));

/** A receiver is given up only after longer than a test may take. */
const muchTimeMs = 600_000;

const settled = (count: number): Promise<void> =>
  until(async () => {
    const rows = await deliveriesOf(db.database, shopId);
    return rows.length === count && rows.every((row) => row.attempts > 0 && row.leased_until === null);
  });

const secondsFromNow = (time: Date): number => (time.getTime() - Date.now()) / 1_000;

describe('delivering', () => {
  it('sends the rendered event once, signed, with the number filled in', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open();
    const { secret } = await addEndpoint(needs, shopId, { url: receiver.url });
    const [eventId] = await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(1);
    expect(await deliverAll(webhooks)).toEqual([]);
    const [request, second] = receiver.received;
    expect(second).toBeUndefined();
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': eventId });
    const event = new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>);
    const [stored] = await db.database('events').select<{ created_at: Date }[]>().where({ event_id: eventId });
    expect(event).toEqual({
      type: 'operation.completed',
      timestamp: stored?.created_at.toISOString(),
      sequence: 1,
      data: { operation_id: 'operation 0', expected_amount: '10.00', number: '2200000000000004' },
    });
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([
      { status: 'delivered', attempts: 1, last_http_status: 204, last_error: null },
    ]);
  });

  it('signs with both secrets after a rotation', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open();
    const { endpointId, secret } = await addEndpoint(needs, shopId, { url: receiver.url });
    const fresh = await rotateSecret(needs, shopId, endpointId);
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await receiver.has(1);
    const { body, headers } = receiver.received[0]!;
    for (const one of [fresh, secret ?? '']) new Webhook(one).verify(body, headers as Record<string, string>);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('delivers hundreds, each once, to every endpoint that wants them', async () => {
    const [all, some] = [await receiverThat(), await receiverThat()];
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: all.url });
    await addEndpoint(needs, shopId, { url: some.url, types: ['operation.cancelled'] });
    await addEvents(db.database, shopId, 350);
    const cancelled = await addEvents(db.database, shopId, 7, 'operation.cancelled');
    await deliverAll(webhooks);
    await settled(364);
    expect(new Set(all.received.map((one) => one.headers['webhook-id'])).size).toBe(357);
    expect(all.received).toHaveLength(357);
    expect(some.received.map((one) => one.headers['webhook-id']).sort()).toEqual(cancelled);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(500).end(), 500],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/other' }).end(), 302],
    ['not modified', (response: ServerResponse) => response.writeHead(304).end(), 304],
  ])('tries again after %s, and follows nothing', async (_name, respond, status) => {
    const receiver = await receiverThat(respond);
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(1);
    const [delivery] = await deliveriesOf(db.database, shopId);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, last_http_status: status });
    expect(secondsFromNow(delivery!.next_attempt_at)).toBeGreaterThan(3.5);
    expect(secondsFromNow(delivery!.next_attempt_at)).toBeLessThan(6);
    expect(receiver.received).toHaveLength(1);
  });

  it('waits as long as Retry-After asks', async () => {
    const receiver = await receiverThat((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(1);
    const [delivery] = await deliveriesOf(db.database, shopId);
    expect(Math.round(secondsFromNow(delivery!.next_attempt_at) / 10)).toBe(60);
  });

  it('sends the same id again, newly signed, and gives up after ten attempts', async () => {
    let status = 500;
    const receiver = await receiverThat((response) => response.writeHead(status).end());
    const { needs, webhooks } = open();
    const { secret } = await addEndpoint(needs, shopId, { url: receiver.url });
    const [eventId] = await addEvents(db.database, shopId, 1);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await db.database('webhook_deliveries').where({ shop_id: shopId }).update({ next_attempt_at: new Date() });
      await until(async () => {
        await deliverAll(webhooks);
        return (await deliveriesOf(db.database, shopId))[0]?.attempts === attempt;
      });
    }
    const [delivery] = await deliveriesOf(db.database, shopId);
    expect(delivery).toMatchObject({
      status: 'dead',
      attempts: 10,
      last_http_status: 500,
      last_error: 'unexpected_status',
    });
    status = 204;
    expect(await deliverAll(webhooks)).toEqual([]);
    expect(receiver.received).toHaveLength(10);
    for (const { body, headers } of receiver.received) {
      expect(headers['webhook-id']).toBe(eventId);
      new Webhook(secret ?? '').verify(body, headers as Record<string, string>);
    }
  });

  it('records a receiver that is not there', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([
      { status: 'pending', last_error: 'ECONNREFUSED', last_http_status: null },
    ]);
  });

  it('connects to no address that is not allowed, whatever the URL was checked for', async () => {
    const receiver = await receiverThat();
    const { needs } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEndpoint(needs, shopId, { url: receiver.url.replace('127.0.0.1', 'localhost') });
    await addEvents(db.database, shopId, 1);
    const { webhooks, needs: strict } = open({ ...needs, allowedNetworks: [] });
    await deliverAll(webhooks);
    await settled(2);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.map((row) => row.last_error)).toEqual(['refused_address', 'refused_address']);
    expect(receiver.received).toHaveLength(0);
    const metric = await strict.metrics.deliveries.get();
    expect(metric.values).toMatchObject([{ labels: { outcome: 'refused_address' }, value: 2 }]);
  });

  it('ends an exchange at its limit, whether headers or body never come', async () => {
    const silent = await receiverThat(() => undefined);
    const trickling = await receiverThat((response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const { needs, webhooks } = open({ timeoutMs: 400 });
    await addEndpoint(needs, shopId, { url: silent.url });
    await addEndpoint(needs, shopId, { url: trickling.url });
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(2);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.map((row) => row.last_error).sort()).toEqual(['timeout', 'unexpected_status']);
  });

  it('cuts an answer that is too long, and takes its status', async () => {
    let written = 0;
    const receiver = await receiverThat((response) => {
      response.writeHead(200);
      const more = (): void => {
        written += 65_536;
        if (written < 100_000_000 && !response.destroyed) response.write(Buffer.alloc(65_536), more);
      };
      more();
    });
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1);
    await deliverAll(webhooks);
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([{ status: 'delivered', last_http_status: 200 }]);
    expect(written).toBeLessThan(20_000_000);
  });
});

describe('a receiver that is gone', () => {
  it('is disabled by 410, and what waits for it is kept as dead', async () => {
    let answered = 0;
    const receiver = await receiverThat((response) => response.writeHead((answered += 1) === 1 ? 410 : 500).end());
    const { needs, webhooks } = open();
    const { endpointId } = await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 50);
    await deliverAll(webhooks);
    await until(async () => (await listEndpoints(needs, shopId))[0]?.disabledReason === 'gone');
    await until(async () => (await deliveriesOf(db.database, shopId)).every((row) => row.leased_until === null));
    await addEvents(db.database, shopId, 2);
    await deliverAll(webhooks);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows).toHaveLength(52);
    expect(rows.every((row) => row.status === 'dead')).toBe(true);
    expect(rows.filter((row) => row.last_error === 'gone')).toHaveLength(1);
    expect(rows.slice(-2).map((row) => row.last_error)).toEqual(['endpoint_disabled', 'endpoint_disabled']);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    expect(await db.database('audit_log').where({ subject: endpointId })).toMatchObject([
      { actor: 'system', action: 'webhook_endpoint.disabled', shop_id: shopId },
    ]);
  });

  it('misses nothing that it should have got when an operator disables it', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open();
    const { endpointId } = await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 3);
    await dispatchOnly();
    await disableEndpoint(needs, shopId, endpointId);
    await addEvents(db.database, shopId, 1);
    expect(await deliverAll(webhooks)).toEqual([]);
    expect(receiver.received).toHaveLength(0);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.map((row) => `${row.status} ${row.last_error}`)).toEqual(Array(3).fill('dead endpoint_disabled'));
  });
});

describe('a delivery that a dispatch has left for a disabled endpoint', () => {
  it('ends as dead, unsent', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open();
    const { endpointId } = await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1);
    await dispatchOnly();
    await db
      .database('webhook_endpoints')
      .where({ endpoint_id: endpointId })
      .update({ disabled_at: new Date(), disabled_reason: 'operator' });
    expect(await deliverAll(webhooks)).toHaveLength(1);
    await until(async () => (await deliveriesOf(db.database, shopId))[0]?.status === 'dead');
    expect(receiver.received).toHaveLength(0);
  });
});

describe('a slow receiver', () => {
  it('delays no other receiver and ties up few connections', async () => {
    const quick = await receiverThat();
    const { needs, webhooks } = open({ timeoutMs: muchTimeMs });
    const slow = await Promise.all(Array.from({ length: 30 }, () => receiverThat(() => undefined)));
    for (const { url } of slow) await addEndpoint(needs, shopId, { url });
    await addEndpoint(needs, shopId, { url: quick.url });
    await addEvents(db.database, shopId, 40);
    await deliverAll(webhooks);
    // None of the slow ones has been given up by then.
    await quick.has(40);
    expect(Math.max(...slow.map(({ received }) => received.length))).toBe(4);
  });

  it('is left alone at a stop, and its deliveries are due at once, uncounted', async () => {
    const receiver = await receiverThat(() => undefined);
    const { needs, webhooks } = open({ timeoutMs: muchTimeMs });
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 40);
    await deliverAll(webhooks);
    await receiver.has(4);
    await webhooks.stop(200);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.every((row) => row.status === 'pending' && row.attempts === 0)).toBe(true);
    expect(rows.every((row) => row.leased_until === null)).toBe(true);
    expect(await open().webhooks.deliverDue()).toHaveLength(1);
  });
});

describe('looking for what is due', () => {
  it('goes through a backlog now and then only, and through what became due lately each time', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    const [early] = await addEvents(db.database, shopId, 1);
    const [late] = await addEvents(db.database, shopId, 1);
    await dispatchOnly();
    const dueAt = async (eventId: string | undefined, seconds: number): Promise<void> =>
      void (await db
        .database('webhook_deliveries')
        .where({ event_id: eventId })
        .update({ next_attempt_at: db.database.raw(`now() + ? * interval '1 second'`, [seconds]) }));
    await dueAt(early, 3_600);
    await dueAt(late, 3_600);
    expect(await webhooks.deliverDue()).toEqual([]);
    await dueAt(early, -3_600);
    expect(await findDueReceivers(db.database, 1_000)).toEqual([]);
    expect(await findDueReceivers(db.database, null)).toHaveLength(1);
    await dueAt(late, 0);
    expect(await findDueReceivers(db.database, 60_000)).toHaveLength(1);
    await until(async () => {
      await webhooks.deliverDue();
      return receiver.received.length === 2;
    });
  });
});

describe('two processes', () => {
  it('deliver each event once', async () => {
    const receiver = await receiverThat();
    const [one, other] = [open(), open()];
    const { needs } = one;
    const twin = createWebhooks({ ...needs, keyRing: needs.keyRing });
    opened.push({ close: () => twin.stop(0) }, { close: () => other.webhooks.stop(0) });
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 600);
    await Promise.all([deliverAll(one.webhooks), deliverAll(twin)]);
    await Promise.all([deliverAll(one.webhooks), deliverAll(twin)]);
    await settled(600);
    expect(receiver.received).toHaveLength(600);
  });

  it('take up what a killed one had leased', async () => {
    const receiver = await receiverThat();
    const { needs } = open();
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 3);
    await dispatchOnly();
    const leaseUntil = (seconds: number): Promise<number> =>
      db
        .database('webhook_deliveries')
        .where({ shop_id: shopId })
        .update({
          leased_until: db.database.raw(`now() + ? * interval '1 second'`, [seconds]),
        });
    await leaseUntil(30);
    expect(await open(needs).webhooks.deliverDue()).toEqual([]);
    await leaseUntil(-1);
    expect(await open(needs).webhooks.deliverDue()).toHaveLength(1);
    await receiver.has(3);
  });
});

describe('events of the other API', () => {
  const h2h = { renderers: { h2h: (snapshot: object) => ({ id: 'in h2h', ...snapshot }) } };

  it('are sent under its names and in its shape, to those who asked for them by these names', async () => {
    const [all, successes, completions] = [await receiverThat(), await receiverThat(), await receiverThat()];
    const { needs, webhooks } = open(h2h);
    await addEndpoint(needs, shopId, { url: all.url });
    await addEndpoint(needs, shopId, { url: successes.url, types: ['operation.success'] });
    await addEndpoint(needs, shopId, { url: completions.url, types: ['operation.completed'] });
    await addEvents(db.database, shopId, 1, 'operation.completed', 'h2h');
    await addEvents(db.database, shopId, 1, 'operation.cancelled', 'h2h');
    await deliverAll(webhooks);
    await settled(3);
    const sent = ({ received }: Receiver): unknown[] => received.map(({ body }) => JSON.parse(body));
    const success = expect.objectContaining({
      type: 'operation.success',
      data: expect.objectContaining({ id: 'in h2h' }),
    });
    expect(sent(successes)).toEqual([success]);
    expect(sent(all)).toHaveLength(2);
    expect(sent(all)).toEqual(expect.arrayContaining([success, expect.objectContaining({ type: 'operation.failed' })]));
    expect(sent(completions)).toEqual([]);
  });

  it('are not sent where it has no name for them, nor by a replay', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open(h2h);
    await addEndpoint(needs, shopId, { url: receiver.url });
    const untold = ['operation.awaiting_confirmation', 'operation.manual_check', 'operation.adjusted'];
    const events = await Promise.all(untold.map((type) => addEvents(db.database, shopId, 1, type, 'h2h')));
    expect(await deliverAll(webhooks)).toEqual([]);
    for (const eventId of events.flat()) {
      expect(await replayEvent({ database: db.database }, { shopId, eventId })).toEqual({ events: 1, deliveries: 0 });
    }
    expect(await deliveriesOf(db.database, shopId)).toEqual([]);
  });

  it('wait, and the log says why, where nothing renders them', async () => {
    const receiver = await receiverThat();
    const lines: string[] = [];
    const { needs, webhooks } = open({ log: createLog('info', { write: (line: string) => void lines.push(line) }) });
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1, 'operation.completed', 'h2h');
    await deliverAll(webhooks);
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([{ status: 'pending', last_error: 'internal' }]);
    expect(lines.join()).toContain('Nothing here renders the events of h2h.');
    expect(receiver.received).toEqual([]);
  });

  it('of a type that this version does not know are kept for one that does', async () => {
    const receiver = await receiverThat();
    const { needs, webhooks } = open(h2h);
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 1, 'operation.of_tomorrow', 'h2h');
    await deliverAll(webhooks);
    await settled(1);
    expect(await deliveriesOf(db.database, shopId)).toMatchObject([{ status: 'pending', last_error: 'internal' }]);
  });
});

describe('an event that cannot be rendered', () => {
  it('holds up none of the others', async () => {
    const receiver = await receiverThat();
    const render = (snapshot: Readonly<Record<string, unknown>>): unknown => {
      if (snapshot['operation_id'] === 'operation 1') throw new Error('unknown status');
      return snapshot;
    };
    const { needs, webhooks } = open({ renderers: { v1: render } });
    await addEndpoint(needs, shopId, { url: receiver.url });
    await addEvents(db.database, shopId, 3);
    await deliverAll(webhooks);
    await settled(3);
    const rows = await deliveriesOf(db.database, shopId);
    expect(rows.map((row) => row.status)).toEqual(['delivered', 'pending', 'delivered']);
    expect(rows[1]?.last_error).toBe('internal');
  });
});
