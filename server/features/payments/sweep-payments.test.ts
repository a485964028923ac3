import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createStage, type Stage } from '#test/faults/payment-stage';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';

let db: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  db = await createTestDatabase();
  const unknown = () => Promise.resolve({ outcome: 'unknown' } as const);
  stage = createStage(db.database, await createTestShop(db.database), { voidPayment: unknown });
});
afterAll(() => db.drop());

it('an attempt that could not be voided for weeks is still looked into every ten minutes', async () => {
  const create = await stage.startCreate('100.00');
  await stage.placeOrder(create, '100.00');
  await stage.accept(create);
  await stage.cancel({ operationId: create.operationId });
  const attempt = () => db.database('attempts').where({ attempt_id: create.attempt.attemptId });
  // Two to this power is no number that Postgres knows.
  await attempt().update({ checks: 2_000 });

  await stage.sweepOnce();

  const { checks, check_at: checkAt } = await attempt().first();
  expect(checks).toBe(2_001);
  expect(checkAt.getTime() - Date.now()).toBeGreaterThan(500_000);
});
