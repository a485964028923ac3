import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAttemptsStore } from '#features/attempts';
import type { Transaction } from '#platform/database';
import { newId, type AttemptId } from '#platform/ids';
import { brokenInvariants } from '#test/faults/clean-check';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createSweepStore } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
});
afterAll(() => db.drop());

/** Runs `first` and leaves its transaction open until `second` waits for it, or has passed it by. */
const interleave = async <Answer>(
  first: (tx: Transaction) => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> => {
  const tx = await db.database.transaction();
  await first(tx);
  const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  let isOver = false;
  const answer = second().finally(() => {
    isOver = true;
  });
  await eventually(async () => {
    const blocked = await db.database.raw<{ rows: unknown[] }>(
      'select from pg_stat_activity where ? = any(pg_blocking_pids(pid))',
      [rows[0]!.pid],
    );
    return isOver || blocked.rows.length > 0;
  }, 'the second step to wait or end');
  await tx.commit();
  return answer;
};

const statusOf = async ({ operationId }: TestCreate): Promise<string> =>
  (await db.database('operations').where({ operation_id: operationId }).first('status')).status;
const attemptsOf = ({ operationId }: TestCreate): Promise<{ state: string }[]> =>
  db.database('attempts').where({ operation_id: operationId }).orderBy('position').select('state', 'attempt_id');

const end = (create: TestCreate, state: 'declined' | 'unknown') => ({
  attemptId: create.attempt.attemptId,
  state,
  declineReason: null,
});
const draftOf = ({ operationId }: TestCreate) =>
  ({ shopId: shop.shopId, operationId }) as Parameters<Harness['attempts']['recordNextAttempt']>[0];
const openAttempt = ({ operationId, attempt }: TestCreate) => ({
  shop_id: shop.shopId,
  operation_id: operationId,
  attempt_id: attempt.attemptId,
  provider_id: 'sandbox-1',
});
const claimed = ({ operationId }: TestCreate) => ({
  shop_id: shop.shopId,
  operation_id: operationId,
  api: 'v1' as const,
  method: 'WT_RUB_C2C',
  expected_amount: '100.00',
});

describe('steps of a create that meet', () => {
  it('frees the identifier when the first attempt is voided while the last one is declined', async () => {
    const create = await harness.startCreate('100.00');
    const second = { attemptId: newId<AttemptId>(), providerId: 'sandbox-2' };
    await harness.attempts.recordNextAttempt(draftOf(create), end(create, 'unknown'), second, 2);
    const last = { attemptId: second.attemptId, state: 'declined' as const, declineReason: 'no' };
    await interleave(
      (tx) => createSweepStore(tx).voidAttempt(openAttempt(create)),
      () => harness.payments.rejectIntent(shop.shopId, create.operationId, last, 'no_provider_accepted'),
    );
    expect(await statusOf(create)).toBe('rejected');
  });

  it('leaves no attempt behind when a create is given up while it goes to its next provider', async () => {
    const create = await harness.startCreate('100.00');
    const second = { attemptId: newId<AttemptId>(), providerId: 'sandbox-2' };
    await interleave(
      (tx) => createAttemptsStore(tx).recordNextAttempt(draftOf(create), end(create, 'declined'), second, 2),
      () => harness.sweep.giveUpCreate(claimed(create)),
    );
    expect(await statusOf(create)).toBe('rejecting');
    expect(await attemptsOf(create)).toMatchObject([{ state: 'declined' }, { state: 'unknown' }]);
  });

  it('begins no further attempt once the create was given up', async () => {
    const create = await harness.startCreate('100.00');
    const second = { attemptId: newId<AttemptId>(), providerId: 'sandbox-2' };
    const isBegun = await interleave(
      (tx) => createSweepStore(tx).giveUpCreate(claimed(create)),
      () => harness.attempts.recordNextAttempt(draftOf(create), end(create, 'declined'), second, 2),
    );
    expect(isBegun).toBe(false);
    expect(await attemptsOf(create)).toHaveLength(1);
  });

  it('never accepts an attempt whose outcome was already taken for unknown', async () => {
    const create = await harness.startCreate('100.00');
    const second = { attemptId: newId<AttemptId>(), providerId: 'sandbox-2' };
    await interleave(
      (tx) => createAttemptsStore(tx).recordNextAttempt(draftOf(create), end(create, 'unknown'), second, 2),
      () => harness.accept(create).catch(() => 'refused'),
    );
    expect(await statusOf(create)).toBe('creating');
    expect(await attemptsOf(create)).toMatchObject([{ state: 'unknown' }, { state: 'sending' }]);
  });

  it('tells the refusing side that the other side accepted', async () => {
    const create = await harness.startCreate('100.00');
    await harness.placeOrder(create, '100.00');
    await harness.accept(create);
    const isRejected = await harness.payments.rejectIntent(
      shop.shopId,
      create.operationId,
      end(create, 'unknown'),
      'no_provider_accepted',
    );
    expect(isRejected).toBe(false);
    expect(await statusOf(create)).toBe('pending');
    expect(await attemptsOf(create)).toMatchObject([{ state: 'accepted' }]);
  });

  it('breaks no invariant by any of this', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
