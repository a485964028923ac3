import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import { holdOperation } from '#test/faults/held-locks';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';

let db: TestDatabase;
/** Of three instances; the last one does not wait for a held row as long as tests do. */
let instances: readonly Database[];
let shops: readonly TestShop[];
/** The same payments, seen by either instance. */
let harnesses: readonly (readonly Harness[])[];
beforeAll(async () => {
  db = await createTestDatabase();
  shops = [await createTestShop(db.database), await createTestShop(db.database)];
  const open = (lockTimeoutMs: number): Database =>
    openDatabase({ url: db.url, ...patiently, lockTimeoutMs }, createLog('silent'));
  instances = [open(patiently.lockTimeoutMs), open(patiently.lockTimeoutMs), open(300)];
  harnesses = instances.map((instance) => shops.map((shop) => createHarness(instance, shop)));
});
afterAll(async () => {
  await db.drop();
});

const accepted = async (shop: number): Promise<TestCreate> => {
  const harness = harnesses[0]![shop]!;
  const create = await harness.startCreate('100.00');
  await harness.placeOrder(create, '100.00');
  await db.database('sandbox_orders').where({ attempt_id: create.attempt.attemptId }).update({ state: 'paid' });
  await harness.accept(create);
  return create;
};
const acceptedMany = (howMany: number, shop = 0) => Promise.all(Array.from({ length: howMany }, () => accepted(shop)));
const paid = (instance: number, { attempt }: TestCreate) =>
  harnesses[instance]![0]!.applyFact({ attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: [] });
const rowsOf = (creates: readonly TestCreate[]) =>
  db.database('operations').whereIn(
    'operation_id',
    creates.map(({ operationId }) => operationId),
  );
const balanceOf = async (shop: TestShop): Promise<string> =>
  (await db.database('ledger_accounts').where({ shop_id: shop.shopId, account: 'available' }).first()).balance;

it('accepts an operation once, however many processes find its order at the same time', async () => {
  const harness = harnesses[2]![0]!;
  const creates = await Promise.all(Array.from({ length: 8 }, () => harness.startCreate('100.00')));
  await Promise.all(creates.map((create) => harness.placeOrder(create, '100.00')));
  const accepting = [...creates, creates.at(-1)!].map((create) => harness.accept(create));
  expect(await Promise.all(accepting)).toEqual([...creates.map(() => false), null]);
});

describe('payments of several shops that are paid at the same time', () => {
  it('are settled once each, whatever two instances hear how often and in which order', async () => {
    const creates = (await Promise.all([acceptedMany(40, 0), acceptedMany(40, 1)])).flat();
    await Promise.all([
      ...creates.map((create) => paid(0, create)),
      ...creates.toReversed().map((create) => paid(1, create)),
      ...creates.map((create) => paid(1, create)),
    ]);
    expect(new Set((await rowsOf(creates)).map(({ status, event_sequence: events }) => `${status} ${events}`))).toEqual(
      new Set(['completed 1']),
    );
    const settled = await db.database('ledger_transactions').where({ kind: 'payment_settled' }).pluck('operation_id');
    expect(settled.toSorted()).toEqual(creates.map(({ operationId }) => operationId as string).toSorted());
    expect(await Promise.all(shops.map(balanceOf))).toEqual(['3880.000000', '3880.000000']);
  });

  it('lose nothing of what is told of one of them at once', async () => {
    const creates = await acceptedMany(20);
    const told = (paidTotal: string) =>
      creates.map(({ attempt }) =>
        harnesses[0]![0]!.applyFact({ attempt, state: 'paid', paidTotal: decimal(paidTotal), evidence: [] }),
      );
    await Promise.all([...told('100.00'), ...told('130.00'), ...told('110.00')]);
    const attempts = await db
      .database('attempts')
      .whereIn(
        'attempt_id',
        creates.map(({ attempt }) => attempt.attemptId),
      )
      .select<{ total: string }[]>(db.database.raw('(booked_amount + suspense_amount)::text as total'));
    expect(attempts.map(({ total }) => total)).toEqual(Array(20).fill('130.00'));
  });

  it('do not wait for one that another transaction holds', async () => {
    const [held, ...others] = await acceptedMany(12);
    const lock = await holdOperation(db.database, held!.operationId);
    const settling = paid(2, held!).catch(() => 'too busy');
    await Promise.all(others.map((create) => paid(2, create)));
    expect(new Set((await rowsOf(others)).map(({ status }) => status))).toEqual(new Set(['completed']));
    await settling;
    await lock.release();
    await eventually(() => paid(2, held!).catch(() => false), 'the held one to be settled');
    expect((await rowsOf([held!]))[0]).toMatchObject({ status: 'completed', event_sequence: 1 });
  });

  it('are settled although one beside them cannot be', async () => {
    const [broken, ...others] = await acceptedMany(12);
    const {
      operationId,
      attempt: { shopId },
    } = broken!;
    const standing = { shop_id: shopId, operation_id: operationId, sequence: 1 };
    await db
      .database('events')
      .insert({ ...standing, event_id: newId(), api: 'v1', type: 'operation.completed', data: '{}' });
    const results = await Promise.allSettled([broken!, ...others].map((create) => paid(2, create)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', ...others.map(() => 'fulfilled')]);
    expect(new Set((await rowsOf(others)).map(({ status }) => status))).toEqual(new Set(['completed']));
    await db.database('events').where(standing).delete();
    await paid(2, broken!);
  });

  it('break no invariant, and never waited for each other in a circle', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
    // A connection reports what it counted at its end.
    await Promise.all([...instances, db.database].map((instance) => instance.destroy()));
    const later = openDatabase({ url: db.url, ...patiently }, createLog('silent'));
    const found = `select deadlocks::integer from pg_stat_database where datname = current_database() and numbackends = 1`;
    const look = async (): Promise<{ deadlocks: number } | undefined> =>
      (await later.raw<{ rows: { deadlocks: number }[] }>(found)).rows[0];
    expect(await eventually(look, 'the connections to be gone')).toEqual({ deadlocks: 0 });
    await later.destroy();
  });
});
