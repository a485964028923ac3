import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import { startWebhookInbox, type ReceivedWebhook, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, orderOf } from './merchant.ts';

const payments = 8;

let db: TestDatabase;
let shop: TestShop;
let inbox: WebhookInbox;
let victim: ServerProcess | undefined;
let survivor: RunningServer | undefined;

beforeAll(async () => {
  db = await createTestDatabase();
  // The receiver takes the first webhook and the sender dies before it reads the answer, or soon after.
  inbox = await startWebhookInbox({
    host: '127.0.0.1',
    port: 0,
    onReceived: () => void (inbox.received().length === 1 && victim?.end('SIGKILL')),
  });
  shop = await createTestShop(db.database, { webhookUrl: inbox.url });
});
afterAll(async () => {
  await survivor?.stop();
  await victim?.end('SIGKILL');
  await inbox.stop();
  await db.drop();
});

const idOf = ({ headers }: ReceivedWebhook): string => headers['webhook-id'] as string;
const statuses = (): Promise<string[]> => db.database('webhook_deliveries').pluck('status');

/** A minute without a sign of life of the killed process; nothing else in the database is that patient. */
const letAMinutePass = async (): Promise<void> => {
  await db.database.raw(`
    update webhook_deliveries set leased_until = leased_until - interval '1 minute';`);
};

describe('a worker killed while it delivers webhooks', () => {
  it('leaves every delivery to the next one, under the same id', async () => {
    victim = await spawnServer(db.url, { TURNPIKE_ROLE: 'worker' });
    const api = await startTestServer(db.url, { TURNPIKE_ROLE: 'api' });
    try {
      const orders = Array.from({ length: payments }, (_, index) => orderOf(`${400 + index}.00`));
      const answers = await Promise.all(orders.map((order) => createPayment(api.url, shop.apiKey, order)));
      expect(answers.map(({ status }) => status)).toEqual(Array(payments).fill(200));
    } finally {
      await api.stop();
    }
    await eventually(() => inbox.received().length > 0, 'the first webhook');
    const firstId = idOf(inbox.received().at(-1)!);
    await victim.end('SIGKILL');
    expect(await statuses()).toContain('pending');

    await letAMinutePass();
    survivor = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
    await eventually(
      async () => (await statuses()).filter((status) => status === 'delivered').length === payments,
      'all webhooks to be delivered',
    );
    const received = inbox.received();
    expect(new Set(received.map(idOf)).size).toBe(payments);
    expect(received.filter((webhook) => idOf(webhook) === firstId).length).toBeGreaterThan(1);
    const verifier = new Webhook(shop.webhookSecret);
    for (const { body, headers } of received) verifier.verify(body, headers as Record<string, string>);
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
