import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKeyRing, keyIdOf, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { storageWith, storeReceipt, type FileRef } from '../receipts/storage/stored-files-fixture.ts';
import { readKeyRingStatus, rotateKeyRing } from './index.ts';

const fresh = newKeyText('fresh');
const both = `${fresh},${testKeys}`;

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['receipt_contents', 'receipt_files']) await db.database(table).del();
  shop = await createTestShop(db.database);
});

const needs = (keys: string) => ({ database: db.database, keyRing: createKeyRing(keys) });
const storageUnder = (keys: string) => storageWith(needs(keys));
const store = async (count: number): Promise<FileRef[]> => {
  const files: FileRef[] = [];
  for (let nth = 0; nth < count; nth += 1)
    files.push(await storeReceipt(needs(testKeys), shop.shopId, `receipt ${nth}`));
  return files;
};
const rotate = (keys: string, batchSize = 4) => rotateKeyRing(needs(keys), tester, () => undefined, batchSize);
const textsUnder = (keys: string, files: readonly FileRef[]): Promise<string[]> =>
  Promise.all(files.map(async (file) => (await storageUnder(keys).get(file)).toString()));
const contents = () => db.database('receipt_contents').orderBy('file_id');
const receiptsByKey = async (keys: string) =>
  Object.fromEntries((await readKeyRingStatus(needs(keys))).keys.map(({ keyId, receipts }) => [keyId, receipts]));

describe('a rotation of receipts in the database', () => {
  it('leaves none under the old key, and writes none of the files themselves anew', async () => {
    const files = await store(11);
    const before = await contents();
    expect(await receiptsByKey(both)).toEqual({ fresh: 0, k1: 11 });
    const { receipts, status } = await rotate(both);
    expect({ receipts, missing: status.missing, removable: status.removable }).toEqual({
      receipts: 11,
      missing: [],
      removable: ['k1'],
    });
    expect(await receiptsByKey(both)).toEqual({ fresh: 11, k1: 0 });
    expect(await textsUnder(fresh, files)).toEqual(files.map((_, nth) => `receipt ${nth}`));
    expect((await contents()).map((row) => row.content)).toEqual(before.map((row) => row.content));
    expect(await rotate(both)).toMatchObject({ receipts: 0 });
  });

  it('disturbs no process that stores, reads or removes at the same time, nor another rotation', async () => {
    const files = await store(30);
    const [removed, kept] = [files.slice(0, 10), files.slice(10)];
    const [one, other] = await Promise.all([
      rotate(both, 3),
      rotate(both, 5),
      Promise.all(removed.map((file) => storageUnder(both).remove(file))),
      textsUnder(both, kept),
      storeReceipt(needs(both), shop.shopId),
    ]);
    expect(one.receipts + other.receipts).toBeGreaterThanOrEqual(20);
    const rows = await contents();
    expect(rows).toHaveLength(21);
    expect(new Set(rows.map((row) => keyIdOf(row.key_encrypted)))).toEqual(new Set(['fresh']));
    expect(await textsUnder(fresh, kept)).toEqual(kept.map((_, nth) => `receipt ${nth + 10}`));
  });

  it('leaves alone what the ring cannot read, and says that a key is missing', async () => {
    const files = await store(2);
    const { receipts, status } = await rotate(fresh);
    expect({ receipts, missing: status.missing }).toEqual({ receipts: 0, missing: ['k1'] });
    expect(await receiptsByKey(fresh)).toEqual({ fresh: 0, k1: 2 });
    expect(await textsUnder(testKeys, files)).toEqual(['receipt 0', 'receipt 1']);
  });
});
