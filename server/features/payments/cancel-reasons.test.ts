import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rotateKeyRing, shredNumbers } from '#features/privacy';
import type { OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing, keyIdOf, newKeyText } from '#platform/secrets';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { readCancelReason } from './cancel-reasons.ts';

const reason = 'Иван Петров попросил, карта 2200 0000 0000 0004';
const fresh = newKeyText('fresh');

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['cancel_reasons', 'shredding_leftovers', 'operations']) await db.database(table).del();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
});

const cancel = async (given: string | null): Promise<OperationId> => {
  const create = await harness.startCreate('100.00');
  await harness.accept(create);
  await harness.cancel({ operationId: create.operationId }, given);
  return create.operationId;
};
const entryOf = (operationId: string) => db.database('audit_log').where({ subject: operationId }).first();
const reasons = () => db.database('cancel_reasons').orderBy('entry_id');
const read = (keys: string, entryId: string) =>
  readCancelReason({ database: db.database, keyRing: createKeyRing(keys) }, shop.shopId, entryId);
const shred = (retentionDays: number, size?: number) =>
  shredNumbers({ database: db.database, metrics: createMetrics(), log: createLog('silent'), retentionDays }, size);

describe('the reason of a cancellation', () => {
  it('is sealed beside the audit log, whose entry refers to it', async () => {
    const entry = await entryOf(await cancel(reason));
    expect(entry.after).toEqual({ reason_id: entry.entry_id });
    const [row] = await reasons();
    expect(row).toMatchObject({ entry_id: entry.entry_id, reason_plain: null });
    expect(keyIdOf(row.reason_encrypted)).toBe('k1');
    expect(row.reason_encrypted.includes(Buffer.from('2200'))).toBe(false);
    expect(await read(testKeys, entry.entry_id)).toBe(reason);
  });

  it('is kept for the cancellation before a create, too, and once however often it is repeated', async () => {
    const lookup = { merchantOperationId: 'before any create' };
    const { operationId } = await harness.cancel(lookup, reason);
    await harness.cancel(lookup, 'again');
    const entry = await entryOf(operationId);
    expect(await reasons()).toMatchObject([{ entry_id: entry.entry_id }]);
    expect(await read(testKeys, entry.entry_id)).toBe(reason);
  });

  it('leaves no row where none was given, or nothing was cancelled', async () => {
    expect((await entryOf(await cancel(null))).after).toEqual({ reason: 'cancel' });
    expect((await entryOf(await cancel(''))).after).toEqual({ reason: 'cancel' });
    await expect(harness.cancel({ operationId: '01a00000-0000-7000-8000-000000000000' }, reason)).rejects.toThrow();
    expect(await reasons()).toEqual([]);
  });

  it('cannot be stored in the clear by a statement that takes the column for a text', async () => {
    const row = {
      shop_id: shop.shopId,
      entry_id: '01a00000-0000-7000-8000-000000000000',
      reason_encrypted: Buffer.from(reason),
    };
    await expect(db.database('cancel_reasons').insert(row)).rejects.toThrow('check constraint');
  });
});

describe('shredding', () => {
  it('removes the reason as long after the end as the number, and leaves the entry of the audit log', async () => {
    const [old, young] = [await entryOf(await cancel(reason)), await entryOf(await cancel(reason))];
    await db
      .database('cancel_reasons')
      .where({ entry_id: old.entry_id })
      .update({
        created_at: db.database.raw(`now() - interval '91 days'`),
        entry_id: '01000000-0000-7000-8000-000000000000',
      });
    await shred(90);
    expect(await reasons()).toMatchObject([{ entry_id: young.entry_id }]);
    expect(await read(testKeys, old.entry_id)).toBeNull();
    expect(await entryOf(old.subject)).toEqual(old);
    await shred(90);
    expect(await read(testKeys, young.entry_id)).toBe(reason);
  });

  it('takes all of them, in however small steps, those of cancellations before any create as well', async () => {
    for (let nth = 0; nth < 5; nth += 1) await cancel(`${reason} ${nth}`);
    await harness.cancel({ merchantOperationId: 'never created' }, reason);
    const entries = await db.database('audit_log').where({ shop_id: shop.shopId }).orderBy('entry_id');
    await shred(0, 2);
    expect(await reasons()).toEqual([]);
    expect(await db.database('audit_log').where({ shop_id: shop.shopId }).orderBy('entry_id')).toEqual(entries);
  });
});

describe('a rotation', () => {
  const rotate = () =>
    rotateKeyRing({ database: db.database, keyRing: createKeyRing(`${fresh},${testKeys}`) }, tester, () => undefined);

  it('rewrites reasons under the first key, those from before they were sealed as well', async () => {
    const [sealed, plain] = [await entryOf(await cancel(reason)), await entryOf(await cancel(reason))];
    await db
      .database('cancel_reasons')
      .where({ entry_id: plain.entry_id })
      .update({ reason_encrypted: null, reason_plain: 'from before' });
    expect(await read(testKeys, plain.entry_id)).toBe('from before');
    const { cancelReasons, status } = await rotate();
    expect({ cancelReasons, status }).toMatchObject({
      cancelReasons: 2,
      status: {
        missing: [],
        keys: [
          { keyId: 'fresh', cancelReasons: 2 },
          { keyId: 'k1', cancelReasons: 0 },
        ],
      },
    });
    expect(await read(fresh, sealed.entry_id)).toBe(reason);
    expect(await read(fresh, plain.entry_id)).toBe('from before');
    expect((await reasons()).map((row) => row.reason_plain)).toEqual([null, null]);
    expect((await rotate()).cancelReasons).toBe(0);
  });
});
