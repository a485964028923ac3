import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMetrics } from '#platform/metrics';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { planSuspenseSettlement, requireSuspense, settleSuspense, watchSuspense } from './index.ts';
import { createTellings, quotes } from './suspense-fixture.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it('shows how many attempts have money in suspense, until all of it is settled', async () => {
  const metrics = createMetrics();
  const shown = async (): Promise<string | undefined> => {
    await watchSuspense({ ...db, metrics });
    return /^turnpike_suspense_open (.+)$/m.exec(await metrics.registry.metrics())?.[1];
  };
  const { shopId } = await createTestShop(db.database);
  const tellings = createTellings(db.database, shopId);
  expect(await shown()).toBe('0');
  for (const _each of [1, 2]) {
    const { attempts } = await tellings.refusePayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '100.00' });
  }
  expect(await shown()).toBe('2');
  const [{ attempt_id: attemptId }] = await db.database('attempts').orderBy('attempt_id');
  const settle = async (amount: string): Promise<void> => {
    const asked = (await requireSuspense(db, attemptId)).open.minus(amount);
    const plan = planSuspenseSettlement(await requireSuspense(db, attemptId), 'return', asked);
    await settleSuspense(db, plan, { actor: tester, reason: 'gone back', reference: null });
  };
  await settle('40.00');
  expect(await shown()).toBe('2');
  await settle('0.00');
  expect(await shown()).toBe('1');
});
