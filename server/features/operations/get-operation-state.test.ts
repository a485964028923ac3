import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '#platform/apis';
import { createLog } from '#platform/logs';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createOperationsStore, getOperationState, type Lookup, type OperationsStore } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
let store: OperationsStore;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
  store = createOperationsStore(db.database, createKeyRing(testKeys));
});
afterAll(() => db.drop());

/** None of these has a document. */
const linkReceipt = () => Promise.resolve(null);
const read = (lookup: Lookup, scope: { shopId: string; api: Api } = { shopId: shop.shopId, api: 'v1' }) =>
  getOperationState({ operations: store, linkReceipt, log: createLog('silent') }, scope, lookup);
const bothWays = ({ operationId }: TestCreate): Lookup[] => [{ operationId }, { merchantOperationId: operationId }];
const accepted = async (): Promise<TestCreate> => {
  const create = await harness.startCreate('100.00');
  await harness.placeOrder(create, '100.00');
  await harness.accept(create);
  return create;
};
const missing = { code: 'operation_not_found' };

describe('an operation read by either identifier', () => {
  it('is the accepted one, with its destination in the clear', async () => {
    const create = await accepted();
    for (const lookup of bothWays(create)) {
      const { operation, evidence, receipts } = await read(lookup);
      expect(operation).toMatchObject({ operationId: create.operationId, status: 'pending' });
      expect(operation.destination?.number).toBe('2200000000000004');
      expect([evidence, receipts]).toEqual(['not_ready', []]);
    }
  });

  it('is not there for another shop and for the other API', async () => {
    const create = await accepted();
    const stranger = await createTestShop(db.database);
    for (const lookup of bothWays(create)) {
      await expect(read(lookup, { shopId: stranger.shopId, api: 'v1' })).rejects.toMatchObject(missing);
      await expect(read(lookup, { shopId: shop.shopId, api: 'h2h' })).rejects.toMatchObject(missing);
    }
  });

  it('is not there while its create is undecided, and after it was refused', async () => {
    const create = await harness.startCreate('100.00');
    for (const lookup of bothWays(create)) await expect(read(lookup)).rejects.toMatchObject(missing);
    const ended = { attemptId: create.attempt.attemptId, state: 'declined' as const, declineReason: 'no' };
    await harness.payments.rejectIntent(shop.shopId, create.operationId, ended, 'no_provider_accepted');
    for (const lookup of bothWays(create)) await expect(read(lookup)).rejects.toMatchObject(missing);
  });

  it.each([
    ['complete', 'adds up', '60.00'],
    ['partial', 'does not add up', '59.99'],
  ])('shows %s evidence when what the provider proves %s', async (evidence, _sum, proven) => {
    const create = await accepted();
    const items = [decimal(proven), decimal('40.00')].map((amount) => ({ amount, completedAt: new Date() }));
    await harness.applyFact({ attempt: create.attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: items });
    const state = await read({ operationId: create.operationId });
    const amounts = state.receipts.map(({ amount }) => amount.toFixed(2)).sort();
    expect(state.evidence).toBe(evidence);
    expect(amounts).toEqual(evidence === 'complete' ? ['40.00', '60.00'] : ['100.00']);
  });

  it('has complete evidence of nothing when it was cancelled', async () => {
    const create = await accepted();
    await harness.applyFact({ attempt: create.attempt, state: 'failed', paidTotal: decimal('0'), evidence: [] });
    const { operation, evidence, receipts } = await read({ operationId: create.operationId });
    expect([operation.status, operation.cancelReason, evidence, receipts]).toEqual([
      'cancelled',
      'declined',
      'complete',
      [],
    ]);
    expect([operation.settlementAmount, operation.commissionAmount].map((amount) => amount.toFixed(2))).toEqual([
      '0.00',
      '0.00',
    ]);
  });
});
