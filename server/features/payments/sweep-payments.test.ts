import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';

let db: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  const unknown = () => Promise.resolve({ outcome: 'unknown' } as const);
  harness = createHarness(db.database, await createTestShop(db.database), { voidPayment: unknown });
});
afterAll(() => db.drop());

it('an attempt that could not be voided for weeks is still looked into every ten minutes', async () => {
  const create = await harness.startCreate('100.00');
  await harness.placeOrder(create, '100.00');
  await harness.accept(create);
  await harness.cancel({ operationId: create.operationId });
  const attempt = () => db.database('attempts').where({ attempt_id: create.attempt.attemptId });
  // Two to this power is no number that Postgres knows.
  await attempt().update({ checks: 2_000 });

  await harness.sweepOnce();

  const { checks, check_at: checkAt } = await attempt().first();
  expect(checks).toBe(2_001);
  expect(checkAt.getTime() - Date.now()).toBeGreaterThan(500_000);
});
