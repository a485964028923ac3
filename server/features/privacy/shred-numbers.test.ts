import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { clientPlace, createOperationsStore, getOperationState, detailsPlace } from '#features/operations';
import { openDatabase, patiently } from '#platform/database';
import type { OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { shredNumbers } from './index.ts';

const dayMs = 86_400_000;
const card = '2200000000000004';
const annotations = { returnUrl: null, description: 'For Ivan Petrov', metadata: { phone: '+79001234567' } };

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
const operations = () => createOperationsStore(db.database, createKeyRing(testKeys));
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database('shredding_leftovers').del();
  await db.database('operations').del();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
});

const newNeeds = (retentionDays: number) => ({
  database: db.database,
  metrics: createMetrics(),
  log: createLog('silent'),
  retentionDays,
});

/** Answers how many numbers were shredded. */
const shred = async (retentionDays: number, size?: number): Promise<number> => {
  const needs = newNeeds(retentionDays);
  await shredNumbers(needs, size);
  return (await needs.metrics.numbersShredded.get()).values[0]?.value ?? 0;
};

type Age = {
  readonly createdDaysAgo: number;
  readonly endedDaysAgo?: number;
  readonly status?: 'pending' | 'rejected';
};

/** An operation of long ago, with all that there is about people. */
const addOld = async ({ createdDaysAgo, endedDaysAgo, status }: Age): Promise<OperationId> => {
  const operationId = v7({ msecs: Date.now() - createdDaysAgo * dayMs }) as OperationId;
  const endedAt = new Date(Date.now() - (endedDaysAgo ?? 0) * dayMs);
  const { encrypted, digest } = operations().sealNumber(shop.shopId, operationId, card);
  await db.database('operations').insert({
    shop_id: shop.shopId,
    operation_id: operationId,
    api: 'v1',
    merchant_operation_id: operationId,
    type: 'payment',
    status: status ?? 'cancelled',
    method: 'WT_RUB_C2C',
    currency: 'RUB',
    expected_amount: '100.00',
    client_id: 'client',
    client_ip: '203.0.113.7',
    annotations_encrypted: operations().sealAnnotations(shop.shopId, operationId, annotations),
    client_encrypted: createKeyRing(testKeys).encrypt('{}', clientPlace(shop.shopId, operationId)),
    details_encrypted: createKeyRing(testKeys).encrypt('{}', detailsPlace(shop.shopId, operationId)),
    body_digest: createKeyRing(testKeys).digest('any', 'body'),
    fx_rate: '1',
    settlement_currency: 'RUB',
    tariff_percent: '0',
    tariff_fixed: '0',
    tariff_minimum: '0',
    settlement_amount: '0',
    commission_amount: '0',
    ...(status !== 'rejected' && { number_encrypted: encrypted, number_digest: digest, holder_name: 'IVAN PETROV' }),
    updated_at: endedAt,
    ...(status === undefined && { cancel_reason: 'declined', finished_at: endedAt }),
  });
  return operationId;
};

const age = (operationId: OperationId, endedDaysAgo: number): Promise<number> =>
  db
    .database('operations')
    .where({ operation_id: operationId })
    .update({
      status: 'cancelled',
      cancel_reason: 'declined',
      finished_at: new Date(Date.now() - endedDaysAgo * dayMs),
    });

/** Those that still hold anything about a person. */
const personal = async (): Promise<OperationId[]> => {
  const rows = await db
    .database('operations')
    .whereNotNull('number_encrypted')
    .orWhereNotNull('number_digest')
    .orWhereNotNull('holder_name')
    .orWhereNotNull('client_ip')
    .orWhereNotNull('annotations_encrypted')
    .orWhereNotNull('client_encrypted')
    .orWhereNotNull('details_encrypted')
    .orderBy('operation_id')
    .select<{ operation_id: OperationId }[]>('operation_id');
  return rows.map((row) => row.operation_id);
};

describe('shredding at once', () => {
  it('leaves an ended payment without number, name and address, in its events too, and an open one as it is', async () => {
    const [ended, open] = [await harness.startCreate('100.00'), await harness.startCreate('100.00')];
    await harness.accept(ended);
    await harness.accept(open);
    await harness.applyFact({ attempt: ended.attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: [] });
    const eventData = async () =>
      (await db.database('events').where({ operation_id: ended.operationId }).first('data')).data;
    expect(await eventData()).toMatchObject({ holder_name: 'IVAN PETROV', status: 'completed' });

    expect(await shred(0)).toBe(1);

    expect(await personal()).toEqual([open.operationId]);
    expect(await eventData()).not.toHaveProperty('holder_name');
    expect(await eventData()).toMatchObject({ status: 'completed', actual_amount: '100.00' });
    const read = (operationId: OperationId) =>
      getOperationState(
        { operations: operations(), linkReceipt: () => Promise.resolve(null), log: createLog('silent') },
        { shopId: shop.shopId, api: 'v1' },
        { operationId },
      );
    expect((await read(ended.operationId)).operation).toMatchObject({ status: 'completed', destination: null });
    expect((await read(open.operationId)).operation.destination?.number).toBe(card);
    // What a delivery is filled in with when it is sent, a replay included.
    const unsealedOf = await operations().readSealed(shop.shopId, [ended.operationId, open.operationId]);
    expect(unsealedOf(ended.operationId)).toEqual({ number: null, annotations: null, details: null });
    expect(unsealedOf(open.operationId)).toEqual({ number: card, annotations: null, details: null });

    await harness.applyFact({ attempt: open.attempt, state: 'failed', paidTotal: decimal('0'), evidence: [] });
    expect(await shred(0)).toBe(1);
    expect(await personal()).toEqual([]);
  });
});

describe('shredding after 90 days', () => {
  it('counts from the end of an operation, not from its beginning', async () => {
    await addOld({ createdDaysAgo: 200, endedDaysAgo: 91 });
    await addOld({ createdDaysAgo: 92, endedDaysAgo: 91 });
    await addOld({ createdDaysAgo: 91, endedDaysAgo: 90.5 });
    const kept = [
      await addOld({ createdDaysAgo: 150, endedDaysAgo: 89 }),
      await addOld({ createdDaysAgo: 120, status: 'pending' }),
      await addOld({ createdDaysAgo: 89, endedDaysAgo: 89 }),
      await addOld({ createdDaysAgo: 1, endedDaysAgo: 1 }),
    ];
    expect(await shred(90)).toBe(3);
    expect(await personal()).toEqual(kept);
    expect(await shred(90)).toBe(0);
    expect(await personal()).toEqual(kept);
  });

  it('removes what was attached where nothing else is left of a person', async () => {
    const ended = await addOld({ createdDaysAgo: 91, endedDaysAgo: 91, status: 'rejected' });
    await db.database('operations').where({ operation_id: ended }).update({ client_ip: null });
    expect(await personal()).toEqual([ended]);
    await shred(90);
    expect(await personal()).toEqual([]);
  });

  it('removes the address of who asked for a payment that was refused', async () => {
    await addOld({ createdDaysAgo: 91, endedDaysAgo: 91, status: 'rejected' });
    const kept = await addOld({ createdDaysAgo: 89, endedDaysAgo: 89, status: 'rejected' });
    expect(await shred(90)).toBe(0);
    expect(await personal()).toEqual([kept]);
  });

  it('comes back to what was still open when it passed, and reads nothing else again', async () => {
    const open = await addOld({ createdDaysAgo: 150, status: 'pending' });
    const recent = await addOld({ createdDaysAgo: 140, endedDaysAgo: 80 });
    await addOld({ createdDaysAgo: 130, endedDaysAgo: 130 });
    expect(await shred(90)).toBe(1);
    const left = async () =>
      (await db.database('shredding_leftovers').orderBy('operation_id')).map((row) => row.operation_id);
    expect(await left()).toEqual([open, recent]);
    const passed = await db.database('shops').where({ shop_id: shop.shopId }).first('shredding_from');
    expect(passed.shredding_from > recent).toBe(true);

    await age(open, 10);
    await age(recent, 91);
    expect(await shred(90)).toBe(1);
    expect(await personal()).toEqual([open]);
    expect(await left()).toEqual([open]);
    await age(open, 90.5);
    expect(await shred(90)).toBe(1);
    expect(await left()).toEqual([]);
    expect(await personal()).toEqual([]);
  });

  it('goes on after the retention was shortened, and stands still after it was prolonged', async () => {
    await addOld({ createdDaysAgo: 100, endedDaysAgo: 100 });
    const recent = await addOld({ createdDaysAgo: 50, endedDaysAgo: 50 });
    expect(await shred(90)).toBe(1);
    expect(await shred(3_650)).toBe(0);
    expect(await personal()).toEqual([recent]);
    expect(await shred(30)).toBe(1);
  });
});

describe('the walk', () => {
  it('takes everything, however small its steps and however many walk', async () => {
    for (let day = 0; day < 25; day += 1) await addOld({ createdDaysAgo: 130 - day, endedDaysAgo: 105 - day / 2 });
    const open = await addOld({ createdDaysAgo: 101.5, status: 'pending' });
    const counts = await Promise.all(Array.from({ length: 4 }, () => shred(90, 3)));
    counts.push(await shred(90, 3));
    expect(counts.reduce((sum, count) => sum + count)).toBe(25);
    expect(await personal()).toEqual([open]);
  });

  it('takes everything of the last hour too, in steps smaller than that hour', async () => {
    for (let nth = 0; nth < 7; nth += 1) await addOld({ createdDaysAgo: 0.01 - nth / 10_000, endedDaysAgo: 0.001 });
    const late = await addOld({ createdDaysAgo: 0.02, status: 'pending' });
    expect(await shred(0, 3)).toBe(7);
    // A row whose id was made before all of these, and which came after them.
    const slow = await addOld({ createdDaysAgo: 0.03, endedDaysAgo: 0.001 });
    expect(await personal()).toEqual([slow, late]);
    await age(late, 0.001);
    expect(await shred(0, 3)).toBe(2);
    expect(await personal()).toEqual([]);
  });

  it('waits for no process that is walking already', async () => {
    await addOld({ createdDaysAgo: 100, endedDaysAgo: 100 });
    const walking = await db.database.transaction();
    await walking('shops').where({ shop_id: shop.shopId }).forNoKeyUpdate().first();
    expect(await shred(90)).toBe(0);
    await walking.commit();
    expect(await shred(90)).toBe(1);
  });

  it('does not leave out other shops when one fails', async () => {
    const held = await addOld({ createdDaysAgo: 100, endedDaysAgo: 100 });
    shop = await createTestShop(db.database);
    await addOld({ createdDaysAgo: 100, endedDaysAgo: 100 });
    const holding = await db.database.transaction();
    await holding('operations').where({ operation_id: held }).forUpdate().first();
    const impatient = openDatabase({ ...patiently, url: db.url, lockTimeoutMs: 50 }, createLog('silent'));
    await expect(shredNumbers({ ...newNeeds(90), database: impatient })).rejects.toThrow('lock timeout');
    await impatient.destroy();
    expect(await personal()).toEqual([held]);
    await holding.rollback();
    expect(await shred(90)).toBe(1);
  });
});
