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

const seconds = { minute: 60, hour: 3_600, day: 86_400 };

it.each([
  ['a second', 1, 1],
  ['a minute', seconds.minute, 15],
  ['an hour', seconds.hour, 15 * seconds.minute],
  ['a day', seconds.day, 6 * seconds.hour],
  ['a year', 365 * seconds.day, seconds.day],
])(
  'an attempt that could not be voided for %s is looked into again after a quarter of that, and once a day',
  async (_time, open, wait) => {
    const create = await harness.startCreate('100.00');
    await harness.placeOrder(create, '100.00');
    await harness.accept(create);
    await harness.cancel({ operationId: create.operationId });
    const attempt = () => db.database('attempts').where({ attempt_id: create.attempt.attemptId });
    await attempt().update({ updated_at: db.database.raw(`now() - ? * interval '1 second'`, [open]) });

    await harness.sweepOnce();

    const { checks, check_at: checkAt, updated_at: since } = await attempt().first();
    expect(checks).toBe(1);
    // Of when it was found, and how long the look itself may take.
    const found = since.getTime() / 1_000 + open;
    const waited = checkAt.getTime() / 1_000 - 15 - found;
    expect(waited).toBeGreaterThanOrEqual(wait - 0.01);
    expect(waited - wait).toBeLessThan(5);
  },
);
