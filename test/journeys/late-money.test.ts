import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Turnpike, type Operation, type OperationState, type WebhookEvent } from '@turnpike/sdk';
import { planSuspenseSettlement, requireSuspense, settleSuspense, type Way } from '#features/suspense';
import { decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { RunningServer } from '#server/start-server';
import { violationsOf } from '#test/contract/document';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { createTellings, quotes, type Tellings } from '../../server/features/suspense/suspense-fixture.ts';

let db: TestDatabase;
let server: RunningServer;
let inbox: WebhookInbox;
let shop: TestShop;
let tellings: Tellings;
let turnpike: Turnpike;
beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  shop = await createTestShop(db.database, { webhookUrl: inbox.url, balance: '1000.00' });
  tellings = createTellings(db.database, shop.shopId);
  server = await startTestServer(db.url);
  turnpike = new Turnpike({ apiKey: shop.apiKey, baseUrl: server.url });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
  await db.drop();
});

const settle = async ({ attemptId }: AttemptRef, way: Way, amount: string): Promise<string> => {
  const plan = planSuspenseSettlement(await requireSuspense(db, attemptId), way, decimal(amount));
  return (await settleSuspense(db, plan, { actor: tester, reason: 'as agreed', reference: null })).transactionId;
};

/** By their sequence, once each, proved and typed by the SDK. */
const eventsAbout = async (operationId: string, count: number): Promise<WebhookEvent[]> =>
  eventually(async () => {
    const received = await Promise.all(
      inbox.received().map(async ({ headers, body }) => {
        expect(violationsOf({ $ref: 'v1#/components/schemas/OperationEvent' }, JSON.parse(body))).toEqual([]);
        return turnpike.webhooks.verify(body, headers, shop.webhookSecret);
      }),
    );
    const own = new Map(
      received.filter(({ data }) => data.operation_id === operationId).map((event) => [event.sequence, event]),
    );
    return own.size >= count && [...own.values()].sort((a, b) => a.sequence - b.sequence);
  }, `${count} webhooks`);

const balance = async (): Promise<string> =>
  (await turnpike.balances.list()).find(({ currency }) => currency === 'RUB')!.available;

/** As lists and events have it. */
const withoutEvidence = ({
  receipts: _receipts,
  receipt_evidence_status: _evidence,
  ...operation
}: OperationState): Operation => operation;

describe('money that moves after the end', () => {
  it('is told to the shop when it is credited, with the operation as it was', async () => {
    const { operationId, attempts } = await tellings.startPayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'failed', paid: '0' });
    const ended = await turnpike.operations.retrieve(operationId);
    await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '100.00' });
    expect(await turnpike.operations.retrieve(operationId)).toEqual(ended);

    await settle(attempts[0]!, 'write-off', '10.00');
    const first = await settle(attempts[0]!, 'credit', '40.00');
    const second = await settle(attempts[0]!, 'credit', '50.00');

    // Three per cent, and the fixed five roubles once.
    const adjustments = [
      { adjustment_id: first, kind: 'credit', amount: '40.00', settlement_amount: '33.80', commission_amount: '6.20' },
      { adjustment_id: second, kind: 'credit', amount: '50.00', settlement_amount: '48.50', commission_amount: '1.50' },
    ].map((adjustment) => ({ ...adjustment, created_at: expect.stringMatching(/^20.*Z$/) as unknown as string }));
    const seen = await turnpike.operations.retrieve(operationId);
    expect(seen).toEqual({ ...ended, updated_at: seen.adjustments!.at(-1)!.created_at, adjustments });
    expect(seen).toMatchObject({ status: 'cancelled', actual_amount: '0.00', settlement_amount: '0.00' });
    for await (const listed of turnpike.operations.list({ merchant_operation_id: operationId })) {
      expect(listed).toEqual(withoutEvidence(seen));
    }
    const events = await eventsAbout(operationId, 3);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['operation.cancelled', 1],
      ['operation.adjusted', 2],
      ['operation.adjusted', 3],
    ]);
    expect(events[0]!.data).not.toHaveProperty('adjustments');
    expect(events[1]!.data.adjustments).toEqual(adjustments.slice(0, 1));
    expect(events[2]!.data).toEqual(withoutEvidence(seen));
    expect(await balance()).toBe('1082.30');
  });

  it('is charged for a payout, and given back when it comes back', async () => {
    const had = await balance();
    const { operationId, attempts } = await tellings.startPayout(['100.00'], quotes.RUB);
    await tellings.tellPayout(attempts[0]!, { state: 'failed', paid: '0' });
    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00' });
    await settle(attempts[0]!, 'credit', '100.00');
    const charged = await turnpike.operations.retrieve(operationId);
    const figures = { amount: '100.00', settlement_amount: '108.00', commission_amount: '8.00' };
    expect(charged.adjustments).toMatchObject([{ kind: 'charge', ...figures }]);
    expect(
      decimal(had)
        .minus(decimal(await balance()))
        .toFixed(2),
    ).toBe('108.00');

    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00', returned: '100.00' });
    await settle(attempts[0]!, 'credit', '100.00');
    const { adjustments, terminal_at: over } = await turnpike.operations.retrieve(operationId);
    expect(adjustments).toMatchObject([
      { kind: 'charge', ...figures },
      { kind: 'credit', ...figures },
    ]);
    expect(over).toBe(charged.terminal_at);
    expect(await balance()).toBe(had);
    expect((await eventsAbout(operationId, 3)).map(({ type }) => type)).toEqual([
      'operation.cancelled',
      'operation.adjusted',
      'operation.adjusted',
    ]);
  });

  it('leaves nothing that an operator would have to look into', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
