import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { addFileRow } from '../receipts/storage/stored-files-fixture.ts';
import { shredNumbers } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['shredding_leftovers', 'receipt_files', 'operations']) await db.database(table).del();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
});

const shred = (retentionDays: number): Promise<void> =>
  shredNumbers({ database: db.database, metrics: createMetrics(), log: createLog('silent'), retentionDays });

/** A payment with files in these states, the findings of the recorded ones included. */
const addPayment = async (...states: readonly ('storing' | 'recorded')[]): Promise<TestCreate> => {
  const create = await harness.startCreate('100.00');
  await harness.accept(create);
  for (const state of states) await addFileRow(db.database, shop.shopId, { operationId: create.operationId, state });
  return create;
};
const end = ({ attempt }: TestCreate): Promise<unknown> =>
  harness.applyFact({ attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: [] });
const endedDaysAgo = (operationId: OperationId, days: number): Promise<number> =>
  db
    .database('operations')
    .where({ operation_id: operationId })
    .update({
      finished_at: db.database.raw(`now() - make_interval(days => ?)`, [days]),
    });
const filesOf = async ({ operationId }: TestCreate): Promise<[string, unknown][]> => {
  const rows = await db.database('receipt_files').where({ operation_id: operationId }).orderBy('file_id');
  return rows.map((row) => [row.state, row.findings]);
};

describe('the receipts of a payment', () => {
  it('are given up with its number, all of them, with what was found in them', async () => {
    const [ended, open] = [await addPayment('recorded', 'recorded'), await addPayment('recorded')];
    await end(ended);
    await shred(0);
    expect(await filesOf(ended)).toEqual([
      ['removing', null],
      ['removing', null],
    ]);
    expect(await filesOf(open)).toEqual([['recorded', {}]]);
    await end(open);
    await shred(0);
    expect(await filesOf(open)).toEqual([['removing', null]]);
  });

  it('are given up where nothing else about a person is left', async () => {
    const payment = await addPayment('recorded');
    await end(payment);
    const nothing = { number_encrypted: null, number_digest: null, holder_name: null, client_ip: null };
    await db.database('operations').where({ operation_id: payment.operationId }).update(nothing);
    await shred(0);
    expect(await filesOf(payment)).toEqual([['removing', null]]);
  });

  it('are kept as long as its number is', async () => {
    const payment = await addPayment('recorded');
    // Still open, so it is set aside and looked at again.
    await shred(0);
    await end(payment);
    await endedDaysAgo(payment.operationId, 89);
    await shred(90);
    expect(await filesOf(payment)).toEqual([['recorded', {}]]);
    await endedDaysAgo(payment.operationId, 91);
    await shred(90);
    expect(await filesOf(payment)).toEqual([['removing', null]]);
  });

  it('are left to the request that stores them while their content may yet come', async () => {
    const payment = await addPayment('storing');
    await end(payment);
    await shred(0);
    expect(await filesOf(payment)).toEqual([['storing', null]]);
  });

  it('do not make a walk forget the time since which they were given up', async () => {
    const payment = await addPayment('recorded');
    await end(payment);
    await shred(0);
    const row = () => db.database('receipt_files').where({ operation_id: payment.operationId }).first();
    const since = async () => (await row()).updated_at;
    const before = await since();
    await shred(0);
    expect(await since()).toEqual(before);
  });
});
