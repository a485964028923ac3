import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { refused } from '#test/support/refused';
import { createReceiptStorages, type StorageSettings } from './receipt-storages.ts';
import { addFileRow } from './stored-files-fixture.ts';

const file = { shopId: newId<ShopId>(), fileId: newId<string>() };
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const storagesOf = (settings: Partial<StorageSettings>) =>
  createReceiptStorages(
    { RECEIPT_STORAGE: 'postgres', S3_REGION: 'us-east-1', ...settings },
    { database: db.database, keyRing: createKeyRing(testKeys) },
  );
const bucket = {
  S3_BUCKET: 'receipts',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the storages of receipts', () => {
  it('keep new files where the setting says, and know both', () => {
    for (const RECEIPT_STORAGE of ['postgres', 's3'] as const) {
      const storages = storagesOf({ ...bucket, RECEIPT_STORAGE });
      expect(storages.current.name).toBe(RECEIPT_STORAGE);
      expect([storages.of('postgres').name, storages.of('s3').name]).toEqual(['postgres', 's3']);
    }
  });

  it('still read a file in the database after new ones go to S3', async () => {
    const earlier = await addFileRow(db.database, file.shopId);
    await storagesOf({}).current.put(earlier, Buffer.from('content'));
    const read = await storagesOf({ ...bucket, RECEIPT_STORAGE: 's3' })
      .of('postgres')
      .get(earlier);
    expect(read.toString()).toBe('content');
  });

  it('refuse a file in S3 where no bucket is configured any more', async () => {
    const s3 = storagesOf({}).of('s3');
    const asked = [
      s3.put(file, Buffer.from('content')),
      s3.get(file),
      s3.remove(file),
      s3.linkTo(file, 'receipt.pdf', 60),
    ];
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
    await expect(s3.get(file)).rejects.toThrow('S3_BUCKET is not set');
  });

  it('refuse a file in an S3 that cannot be reached', async () => {
    const s3 = storagesOf(bucket).of('s3');
    await expect(s3.get(file)).rejects.toThrow(/^S3 could not read receipt file .*connect ECONNREFUSED/);
    await expect(s3.put(file, Buffer.from('content'))).rejects.toThrow('could not store');
    await expect(s3.remove(file)).rejects.toThrow('could not remove');
    await expect(s3.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow('could not link to');
  });

  it.each([
    [{ RECEIPT_STORAGE: 's3' }, 'storage_without_bucket'],
    [{ ...bucket, S3_SECRET_ACCESS_KEY: undefined }, 'storage_credentials_incomplete'],
    [{ ...bucket, S3_ACCESS_KEY_ID: undefined }, 'storage_credentials_incomplete'],
  ] as const)('are not made from settings that contradict each other: %j', (settings, code) => {
    expect(() => storagesOf(settings)).toThrow(refused(code));
  });
});
