import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposit, listBalances } from '#features/balances';
import { createOperationsStore, getOperationState } from '#features/operations';
import { applyPaymentFact, createCancellationsStore, createPaymentFactsStore } from '#features/payments';
import { listContradictions } from '#features/reports';
import { newId, type OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { seeder } from '#test/support/operators';
import { createTellings, providerId, quotes, type Tellings } from './suspense-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let tellings: Tellings;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  tellings = createTellings(db.database, shop.shopId);
  await deposit(db, { shopId: shop.shopId, amount: { amount: decimal('10000'), currency: 'RUB' }, actor: seeder });
});
afterAll(async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const scope = () => ({ shopId: shop.shopId, api: 'v1' as const });
const read = async (operationId: OperationId) => {
  const operations = createOperationsStore(db.database, createKeyRing(testKeys));
  const needs = { operations, linkReceipt: () => Promise.resolve(null), log: createLog('silent') };
  return (await getOperationState(needs, scope(), { merchantOperationId: operationId })).operation;
};
const moneyOf = async (operationId: OperationId) => {
  const { status, actualAmount, recordedAmount } = await read(operationId);
  return [status, actualAmount.toFixed(2), recordedAmount?.toFixed(2) ?? null];
};
const balances = () => listBalances(db, { shopId: shop.shopId, settlementCurrency: 'RUB' });
const cancel = (operationId: OperationId) =>
  createCancellationsStore(db.database, createKeyRing(testKeys)).cancel(
    scope(),
    { operationId },
    newId<OperationId>(),
    'a test',
  );

describe('what was paid so far', () => {
  it('is the sum of the legs of a payout that have paid, and moves no balance before the end', async () => {
    const { operationId, attempts } = await tellings.startPayout(['100.00', '100.00', '100.00'], quotes.RUB);
    const before = await balances();
    const created = await read(operationId);
    expect(await moneyOf(operationId)).toEqual(['pending', '0.00', null]);
    await tellings.tellPayout(attempts[1]!, { state: 'paid', paid: '100.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '100.00', null]);
    expect((await read(operationId)).updatedAt.getTime()).toBeGreaterThan(created.updatedAt.getTime());
    await tellings.tellPayout(attempts[0]!, { state: 'open', paid: '40.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '140.00', null]);
    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00', returned: '100.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '100.00', null]);
    expect(await balances()).toEqual(before);
    await tellings.tellPayout(attempts[2]!, { state: 'paid', paid: '100.00' });
    expect(await moneyOf(operationId)).toEqual(['completed', '200.00', '200.00']);
  });

  it('does not count more of a leg than it was to send', async () => {
    const { operationId, attempts } = await tellings.startPayout(['100.00', '100.00'], quotes.RUB);
    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '150.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '100.00', null]);
    await tellings.tellPayout(attempts[1]!, { state: 'failed', paid: '0' });
    expect(await moneyOf(operationId)).toEqual(['completed', '100.00', '100.00']);
  });

  it('is the total of an open order of a payment, and nothing once that is cancelled', async () => {
    const { operationId, attempts } = await tellings.startPayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'open', paid: '60.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '60.00', null]);
    await tellings.tellPayment(attempts[0]!, { state: 'open', paid: '20.00' });
    expect(await moneyOf(operationId)).toEqual(['pending', '60.00', null]);
    await cancel(operationId);
    expect(await moneyOf(operationId)).toEqual(['cancelled', '0.00', null]);
    const [event] = await db.database('events').where({ operation_id: operationId });
    expect(event.data).toMatchObject({ status: 'cancelled', actual_amount: '0.00' });
    await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '60.00' });
    expect(await db.database('attempts').where({ operation_id: operationId }).first()).toMatchObject({
      suspense_amount: '60.00',
    });
  });
});

describe('a provider that calls failed what it had called paid', () => {
  const auditOf = (operationId: OperationId) =>
    db.database('audit_log').where({ subject: operationId, action: 'provider.contradicted' });

  it('moves nothing, and is told to operators once for each such word', async () => {
    const { operationId, attempts } = await tellings.startPayment('100.00', quotes.RUB);
    const attempt = attempts[0]!;
    await tellings.tellPayment(attempt, { state: 'paid', paid: '100.00' });
    const [row, before] = [
      await db.database('operations').where({ operation_id: operationId }).first(),
      await balances(),
    ];
    const metrics = createMetrics();
    const needs = {
      metrics,
      facts: createPaymentFactsStore(db.database),
      log: createLog('silent'),
      followUp: () => undefined,
    };
    for (let times = 0; times < 3; times += 1) {
      await applyPaymentFact(needs, { attempt, state: 'failed', paidTotal: zero, evidence: [] });
    }
    expect(await db.database('operations').where({ operation_id: operationId }).first()).toEqual(row);
    expect(await balances()).toEqual(before);
    expect(await auditOf(operationId)).toMatchObject([
      {
        actor: 'system',
        before: { state: 'paid', paid_amount: '100.00' },
        after: { attempt_id: attempt.attemptId, provider_id: providerId, state: 'failed', paid_amount: '0.00' },
      },
    ]);
    expect(await metrics.contradictions.get()).toMatchObject({
      values: [{ value: 1, labels: { provider: providerId } }],
    });
    expect(await listContradictions(db, shop.shopId)).toMatchObject([
      { operationId, paid: '100.00', now: '0.00', currency: 'RUB', status: 'completed' },
    ]);
  });

  it('is told of a leg as well, but not where the money came back or never was', async () => {
    const { operationId, attempts } = await tellings.startPayout(['100.00', '100.00', '100.00'], quotes.RUB);
    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00' });
    await tellings.tellPayout(attempts[1]!, { state: 'paid', paid: '100.00' });
    await tellings.tellPayout(attempts[2]!, { state: 'failed', paid: '0' });
    await tellings.tellPayout(attempts[2]!, { state: 'failed', paid: '0' });
    await tellings.tellPayout(attempts[1]!, { state: 'failed', paid: '100.00', returned: '100.00' });
    expect(await auditOf(operationId)).toEqual([]);
    await tellings.tellPayout(attempts[0]!, { state: 'failed', paid: '0' });
    expect(await auditOf(operationId)).toMatchObject([{ after: { attempt_id: attempts[0]!.attemptId } }]);
    expect(await moneyOf(operationId)).toEqual(['completed', '200.00', '200.00']);
  });

  it('is told of an order that was still open, whose money counts', async () => {
    const { operationId, attempts } = await tellings.startPayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'open', paid: '60.00' });
    await tellings.tellPayment(attempts[0]!, { state: 'failed', paid: '0' });
    expect(await moneyOf(operationId)).toEqual(['completed', '60.00', '60.00']);
    expect(await auditOf(operationId)).toHaveLength(1);
  });
});
