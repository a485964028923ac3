import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { cancelOperation, decidedOn, detailsIn, readOperation } from '#test/faults/cancel-merchant';
import { brokenInvariants } from '#test/faults/clean-check';
import { createPayment, orderOf } from '#test/faults/merchant';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';

let db: TestDatabase;
let server: RunningServer;
let inbox: WebhookInbox;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  shop = await createTestShop(db.database, { webhookUrl: inbox.url, balance: '5.00' });
  // Details come after 5 s and are cancelled before; what is paid, is paid after 2 s.
  server = await startTestServer(db.url, { SANDBOX_SPEED: '1', ACCEPTANCE_TIMEOUT_MS: '15000' });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
  await db.drop();
});

type Event = {
  readonly type: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Every webhook about an operation, once each, proved with the shop's secret. */
const webhooksAbout = (operationId: unknown): Event[] => {
  const verifier = new Webhook(shop.webhookSecret);
  const events = new Map(
    inbox
      .received()
      .map(({ headers, body }) => [
        headers['webhook-id'],
        verifier.verify(body, headers as Record<string, string>) as Event,
      ]),
  );
  return [...events.values()].filter(({ data }) => data['operation_id'] === operationId);
};
const isReported = (operationId: unknown) =>
  eventually(() => {
    const events = webhooksAbout(operationId);
    return events.length > 0 && events;
  }, 'the webhook');

const create = (amount: string, identifier?: string) =>
  createPayment(server.url, shop.apiKey, orderOf(amount, identifier));
const read = async (operationId: unknown) =>
  (await readOperation(server.url, shop.apiKey, { operation_id: operationId as string })).body;
const cancelById = (operationId: unknown) =>
  cancelOperation(server.url, shop.apiKey, { operation_id: operationId as string });
const cancelByIdentifier = (identifier: string) =>
  cancelOperation(server.url, shop.apiKey, { merchant_operation_id: identifier });
const orderStates = (operationId: unknown): Promise<string[]> =>
  db
    .database('sandbox_orders')
    .join('attempts', 'attempts.attempt_id', 'sandbox_orders.attempt_id')
    .where({ operation_id: operationId as string })
    .pluck('sandbox_orders.state');
const isVoided = (operationId: unknown) =>
  eventually(async () => (await orderStates(operationId)).join() === 'voided', 'the order to be voided');

const cancelledFor = (reason: string) => ({
  status: 'cancelled',
  cancel_reason: reason,
  actual_amount: '0.00',
  settlement_amount: '0.00',
  commission_amount: '0.00',
});

describe('a merchant', () => {
  it('cancels a payment that waits for its payer, and hears of it once', async () => {
    const { body } = await create('100.58');
    expect(body).toMatchObject({ status: 'pending', number: expect.any(String) });
    const { operation_id: operationId } = body;
    expect(await cancelById(operationId)).toEqual(decidedOn(operationId));
    expect(await read(operationId)).toMatchObject(cancelledFor('merchant'));
    const [event] = await isReported(operationId);
    expect(event).toMatchObject({ type: 'operation.cancelled', sequence: 1, data: cancelledFor('merchant') });
    await isVoided(operationId);
    expect(await cancelById(operationId)).toEqual(decidedOn(operationId));
    expect(webhooksAbout(operationId)).toHaveLength(1);
  });

  it('cancels a create that is still under way, and is issued no details', async () => {
    const { merchant_operation_id: identifier } = orderOf('0.00');
    const open = create('200.60', identifier);
    await eventually(
      async () => (await db.database('operations').where({ merchant_operation_id: identifier })).length > 0,
      'the create to be under way',
    );
    const decision = await cancelByIdentifier(identifier);
    const answer = await open;
    const { operation_id: operationId } = answer.body;
    expect(decision).toEqual(decidedOn(operationId));
    expect(answer).toMatchObject({ status: 200, body: cancelledFor('merchant') });
    const [event] = await isReported(operationId);
    for (const shown of [answer.body, event!.data, await read(operationId)]) {
      expect(detailsIn({ status: 200, body: shown })).toEqual([]);
    }
    await isVoided(operationId);
  });

  it('cancels an order before it is sent, and hears of it when it was', async () => {
    const { merchant_operation_id: identifier } = orderOf('0.00');
    const decision = await cancelByIdentifier(identifier);
    const { body } = await create('300.00', identifier);
    expect(decision).toEqual(decidedOn(body['operation_id']));
    expect(body).toMatchObject({ ...cancelledFor('merchant'), expected_amount: '300.00' });
    const [event] = await isReported(body['operation_id']);
    expect(event).toMatchObject({ type: 'operation.cancelled', sequence: 1, data: body });
    expect(event!.data).toEqual(body);
  });

  it('is told that a payment is over when its payer was quicker', async () => {
    const { body } = await create('400.00');
    const { operation_id: operationId } = body;
    await eventually(async () => (await read(operationId))['status'] === 'completed', 'the payment');
    expect(await cancelById(operationId)).toMatchObject({
      status: 200,
      body: {
        outcome: 'already_terminal',
        operation: { operation_id: operationId, type: 'payment', status: 'completed' },
      },
    });
    expect(await read(operationId)).toMatchObject({ status: 'completed', actual_amount: '400.00' });
  });

  it('is told when the lifetime of a payment is over, once', async () => {
    const routes = db.database('routes').where({ shop_id: shop.shopId });
    await routes.clone().update({ lifetime_seconds: 1 });
    const { body } = await create('500.58');
    await routes.clone().update({ lifetime_seconds: 1_800 });
    const { operation_id: operationId } = body;
    const [event] = await isReported(operationId);
    expect(event).toMatchObject({ type: 'operation.cancelled', sequence: 1, data: cancelledFor('expired') });
    expect(await read(operationId)).toMatchObject(cancelledFor('expired'));
    expect(await orderStates(operationId)).toEqual(['voided']);
    expect(await cancelById(operationId)).toMatchObject({ status: 200, body: { outcome: 'already_terminal' } });
    expect(webhooksAbout(operationId)).toHaveLength(1);
  });

  it('was credited for what was paid alone, and no invariant is broken', async () => {
    const kinds = await db.database('ledger_transactions').where({ shop_id: shop.shopId }).pluck('kind');
    expect(kinds.toSorted()).toEqual(['deposit', 'payment_settled']);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
