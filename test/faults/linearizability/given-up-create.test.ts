import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AttemptRef, ProviderDecorator } from '#providers';
import type { OperationId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { createPayment, orderOf } from '../merchant.ts';
import { createHarness, type Harness } from '../payment-harness.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop, {
    voidPayment: async (attempt) => {
      await harness.orders.void(attempt, 'sandbox-1');
      return { outcome: 'voided' };
    },
  });
});
afterAll(() => db.drop());

/** What others may do while the process of a create stands still, longer than its lease. */
const giveUpAndCancel = async ({ attemptId }: AttemptRef) => {
  const attempts = db.database('attempts').where({ attempt_id: attemptId });
  const { operation_id: id }: { operation_id: OperationId } = await attempts.first('operation_id');
  const operation = await db.database('operations').where({ operation_id: id }).first();
  await harness.sweep.giveUpCreate(operation);
  const identifier: string = operation.merchant_operation_id;
  await harness.cancel({ merchantOperationId: identifier });
  return { id, identifier };
};

/** The answer to a create during whose provider's work all that happens. */
const createDuring = async (amount: string, others: (attempt: AttemptRef) => Promise<unknown>) => {
  const decorate: ProviderDecorator = (provider) => ({
    ...provider,
    createPayment: async (order, signal) => {
      const answer = await provider.createPayment(order, signal);
      await others(order.attempt);
      return answer;
    },
  });
  const server = await startTestServer(db.url, { TURNPIKE_ROLE: 'api' }, decorate);
  try {
    return await createPayment(server.url, shop.apiKey, orderOf(amount));
  } finally {
    await server.stop();
  }
};

it('does not show the payment of another body to a create that was given up', async () => {
  let operationId: OperationId | undefined;
  const answer = await createDuring('701.58', async (attempt) => {
    const { id, identifier } = await giveUpAndCancel(attempt);
    await harness.fill(id, '700.00', identifier);
    operationId = id;
  });
  expect(answer).toMatchObject({ status: 412, body: { code: 'identifier_reused', operation_id: operationId } });
});

it('completes a create that was given up, and then cancelled, as the cancelled payment', async () => {
  let operationId: OperationId | undefined;
  const answer = await createDuring('702.58', async (attempt) => {
    operationId = (await giveUpAndCancel(attempt)).id;
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { operation_id: operationId, status: 'cancelled', cancel_reason: 'merchant', expected_amount: '702.58' },
  });
  expect(answer.body).not.toHaveProperty('number');
});

it('breaks no invariant', async () => {
  const isLeft = async (): Promise<boolean> => (await db.database('attempts').whereNotNull('check_at')).length > 0;
  while (await isLeft()) await harness.sweepOnce();
  expect(await brokenInvariants(db.database)).toEqual([]);
});
