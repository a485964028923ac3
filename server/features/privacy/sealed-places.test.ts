import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOperationsStore } from '#features/operations';
import { readCancelReason } from '#features/payments';
import { readConnector } from '#features/connectors';
import { secretPlace } from '#features/webhooks';
import type { OperationId } from '#platform/ids';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { addTestConnector } from '#test/support/connected-shop';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { sealAsBefore } from '#test/support/seal-as-before';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { storageWith, storeReceipt, type FileRef } from '../receipts/storage/stored-files-fixture.ts';
import { rotateKeyRing } from './index.ts';

const card = '2200000000000004';
const keyRing = createKeyRing(testKeys);

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of [
    'connectors',
    'cancel_reasons',
    'receipt_contents',
    'receipt_files',
    'operations',
    'webhook_secrets',
  ]) {
    await db.database(table).del();
  }
  shop = await createTestShop(db.database, { webhookUrl: 'https://shop.example/' });
  harness = createHarness(db.database, shop);
});

const accepted = async (): Promise<OperationId> => {
  const create = await harness.startCreate('100.00');
  await harness.accept(create);
  return create.operationId;
};
const numberOf = async (operationId: OperationId): Promise<string | null> =>
  (await createOperationsStore(db.database, keyRing).readSealed(shop.shopId, [operationId]))(operationId).number;
/** Cancels a payment, and answers the id of the audit log's entry. */
const cancelled = async (reason: string): Promise<string> => {
  const operationId = await accepted();
  await harness.cancel({ operationId }, reason);
  return (await db.database('audit_log').where({ subject: operationId }).first()).entry_id;
};
const reasonOf = (entryId: string) => readCancelReason({ database: db.database, keyRing }, shop.shopId, entryId);
const secretOf = async (): Promise<string> => {
  const row = await db.database('webhook_secrets').where({ shop_id: shop.shopId }).first();
  return keyRing.decrypt(row.secret_encrypted, secretPlace(shop.shopId, row.secret_id));
};
const contentOf = async (file: FileRef): Promise<string> =>
  (await storageWith({ database: db.database, keyRing }).get(file)).toString();
const sealedOf = async (table: string, column: string, key: Readonly<Record<string, string>>): Promise<Buffer> =>
  (await db.database(table).where(key).first())[column];

describe('a sealed value', () => {
  it('does not open in the place of another one of its kind, of the same shop', async () => {
    const [one, other] = [await accepted(), await accepted()];
    const number = await sealedOf('operations', 'number_encrypted', { operation_id: one });
    await db.database('operations').where({ operation_id: other }).update({ number_encrypted: number });
    expect(await numberOf(one)).toBe(card);
    await expect(numberOf(other)).rejects.toThrow('cannot decrypt');

    const [first, second] = [await cancelled('first'), await cancelled('second')];
    const reason = await sealedOf('cancel_reasons', 'reason_encrypted', { entry_id: first });
    await db.database('cancel_reasons').where({ entry_id: second }).update({ reason_encrypted: reason });
    expect(await reasonOf(first)).toBe('first');
    await expect(reasonOf(second)).rejects.toThrow('cannot decrypt');

    const files = [
      await storeReceipt({ database: db.database, keyRing }, shop.shopId),
      await storeReceipt({ database: db.database, keyRing }, shop.shopId),
    ] as const;
    const key = await sealedOf('receipt_contents', 'key_encrypted', { file_id: files[0].fileId });
    await db.database('receipt_contents').where({ file_id: files[1].fileId }).update({ key_encrypted: key });
    expect(await contentOf(files[0])).toBe('a receipt');
    await expect(contentOf(files[1])).rejects.toThrow('cannot decrypt');
  });

  it('does not open for another purpose, even in a row of the same id', async () => {
    const operationId = await accepted();
    const number = await sealedOf('operations', 'number_encrypted', { operation_id: operationId });
    await db
      .database('cancel_reasons')
      .insert({ shop_id: shop.shopId, entry_id: operationId, reason_encrypted: number });
    await expect(reasonOf(operationId)).rejects.toThrow('cannot decrypt');

    await db.database('webhook_secrets').update({ secret_id: operationId, secret_encrypted: number });
    await expect(secretOf()).rejects.toThrow('cannot decrypt');
    const file = await storeReceipt({ database: db.database, keyRing }, shop.shopId);
    await db.database('receipt_contents').where({ file_id: file.fileId }).update({ key_encrypted: number });
    await expect(contentOf(file)).rejects.toThrow('cannot decrypt');
  });
});

it('a secret of a connector does not open in the place of another one', async () => {
  const needs = { database: db.database, keyRing };
  const { secret } = await addTestConnector(db.database, 'one', 'https://one.example');
  await addTestConnector(db.database, 'other', 'https://other.example');
  const sealed = await sealedOf('connector_secrets', 'secret_encrypted', { provider_id: 'one', purpose: 'call' });
  await db
    .database('connector_secrets')
    .where({ provider_id: 'other', purpose: 'call' })
    .update({ secret_encrypted: sealed });
  expect(await readConnector(needs, 'one')).toMatchObject({ secret });
  await expect(readConnector(needs, 'other')).rejects.toThrow('cannot decrypt');
});

describe('what was sealed for its owner alone', () => {
  /** All of it as it was before values were bound to their rows. */
  const goBack = async () => {
    const operationId = await accepted();
    const file = await storeReceipt({ database: db.database, keyRing }, shop.shopId);
    const before = (plain: string): Buffer => sealAsBefore(testKeys, plain, shop.shopId);
    const opener = await sealedOf('receipt_contents', 'key_encrypted', { file_id: file.fileId });
    const place = { purpose: 'receipt_contents.key_encrypted', owner: shop.shopId, rowId: file.fileId } as const;
    await db.database('receipt_contents').update({ key_encrypted: before(keyRing.decrypt(opener, place)) });
    await db.database('operations').update({ number_encrypted: before(card) });
    await db.database('webhook_secrets').update({ secret_encrypted: before(shop.webhookSecret) });
    return { operationId, file };
  };
  const rotate = (keys: string) =>
    rotateKeyRing({ database: db.database, keyRing: createKeyRing(keys) }, tester, () => undefined);

  it('is read as before', async () => {
    const { operationId, file } = await goBack();
    expect([await numberOf(operationId), await secretOf(), await contentOf(file)]).toEqual([
      card,
      shop.webhookSecret,
      'a receipt',
    ]);
  });

  it.each([
    ['the same key', testKeys],
    ['a new key', `${newKeyText('fresh')},${testKeys}`],
  ])('is bound to its row by a rotation to %s', async (_which, keys) => {
    const { operationId } = await goBack();
    expect(await rotate(keys)).toMatchObject({ numbers: 1, webhookSecrets: 1, receipts: 1 });
    const [number, secret, key] = [
      await sealedOf('operations', 'number_encrypted', { operation_id: operationId }),
      await sealedOf('webhook_secrets', 'secret_encrypted', { shop_id: shop.shopId }),
      await sealedOf('receipt_contents', 'key_encrypted', { shop_id: shop.shopId }),
    ];
    for (const sealed of [number, secret, key]) expect([...sealed.subarray(0, 2)]).toEqual([0, 2]);
    expect(await rotate(keys)).toMatchObject({ numbers: 0, webhookSecrets: 0, receipts: 0 });
  });
});
