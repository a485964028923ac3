import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { rotateKeyRing } from '#features/privacy';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';

const fresh = newKeyText('fresh');
type Body = Readonly<Record<string, unknown>>;

let db: TestDatabase;
let inbox: WebhookInbox;
let shop: TestShop;
const running = new Map<string, RunningServer>();
const created: { readonly order: Body; readonly answer: Body }[] = [];

const start = async (name: string, keys: string): Promise<void> => {
  running.set(name, await startTestServer(db.url, { TURNPIKE_KEYS: keys }));
};
const stop = async (name: string): Promise<void> => {
  await running.get(name)?.stop();
  running.delete(name);
};
const send = async (server: RunningServer, path: string, body: Body) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': shop.apiKey };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Body };
};

/** A payment by each server, which every server reads, number included, and answers when it is sent again. */
const work = async (): Promise<void> => {
  for (const server of running.values()) {
    const order = {
      merchant_operation_id: randomUUID(),
      client_id: 'c',
      method: 'WT_RUB_C2C',
      amount: '100.00',
      currency: 'RUB',
    };
    const { status, body: answer } = await send(server, '/v1/payment', order);
    expect(status).toBe(200);
    created.push({ order, answer });
  }
  for (const server of running.values()) {
    for (const { order, answer } of created) {
      const { operation_id: operationId, number } = answer;
      expect(await send(server, '/v1/get_operation_state', { operation_id: operationId })).toMatchObject({
        status: 200,
        body: { number },
      });
      expect(await send(server, '/v1/payment', order)).toMatchObject({
        status: 200,
        body: { operation_id: operationId, number },
      });
    }
  }
};

/** All of them arrive, with their numbers, signed by the one secret that the shop has. */
const expectWebhooks = async (): Promise<void> => {
  const verifier = new Webhook(shop.webhookSecret);
  for (const { answer } of created) {
    const webhook = await eventually(
      () => inbox.received().find(({ body }) => body.includes(answer['operation_id'] as string)),
      'the webhook of every payment',
    );
    expect(verifier.verify(webhook.body, webhook.headers as Record<string, string>)).toMatchObject({
      data: { number: answer['number'] },
    });
  }
};

beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  shop = await createTestShop(db.database, { webhookUrl: inbox.url });
});
afterAll(async () => {
  for (const name of running.keys()) await stop(name);
  await inbox.stop();
  await db.drop();
});

describe('a key that is replaced while the gateway runs', () => {
  it('is noticed by no merchant while one process after the other learns the new one', async () => {
    await start('one', testKeys);
    await start('other', testKeys);
    await work();
    for (const keys of [`${testKeys},${fresh}`, `${fresh},${testKeys}`]) {
      for (const name of ['one', 'other']) {
        await stop(name);
        await start(name, keys);
        await work();
      }
    }
    await expectWebhooks();
  });

  it('is noticed by no merchant while everything is rewritten', async () => {
    const needs = { database: db.database, keyRing: createKeyRing(`${fresh},${testKeys}`) };
    const [{ status }] = await Promise.all([rotateKeyRing(needs, tester, () => undefined, 2), work()]);
    expect(status).toMatchObject({ missing: [], removable: ['k1'] });
    await work();
    await expectWebhooks();
  });

  it('is only missed, once it is gone, by creates from its time that are sent again', async () => {
    await stop('one');
    await stop('other');
    await start('last', fresh);
    const server = running.get('last')!;
    const [{ order, answer }] = created as [(typeof created)[number]];
    const state = await send(server, '/v1/get_operation_state', { operation_id: answer['operation_id'] });
    expect(state).toMatchObject({ status: 200, body: { number: answer['number'] } });
    expect(await send(server, '/v1/payment', order)).toMatchObject({
      status: 412,
      body: { code: 'identifier_reused', operation_id: answer['operation_id'] },
    });
    const newest = created.at(-1)!;
    expect(await send(server, '/v1/payment', newest.order)).toMatchObject({
      status: 200,
      body: { number: newest.answer['number'] },
    });
  });
});
