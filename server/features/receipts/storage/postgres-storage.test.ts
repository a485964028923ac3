import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, patiently, type Database } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createPostgresStorage } from './postgres-storage.ts';
import { itKeepsTheStorageContract } from './storage-contract-fixture.ts';
import type { FileRef, ReceiptStorage } from './storage.ts';
import { addFileRow } from './stored-files-fixture.ts';

const shopId = newId<ShopId>();
let db: TestDatabase;
let storage: ReceiptStorage;
beforeAll(async () => {
  db = await createTestDatabase();
  storage = createPostgresStorage({ database: db.database, keyRing: createKeyRing(testKeys) });
});
afterAll(() => db.drop());

const newFile = (): Promise<FileRef> => addFileRow(db.database, shopId);
const stored = async (content: Buffer | string): Promise<FileRef> => {
  const file = await newFile();
  await storage.put(file, Buffer.from(content));
  return file;
};
const rowOf = ({ fileId }: FileRef) => db.database('receipt_contents').where({ file_id: fileId });
/** Another view of the same files. */
const storageUnder = (keys: string, database: Database = db.database): ReceiptStorage =>
  createPostgresStorage({ database, keyRing: createKeyRing(keys) });

itKeepsTheStorageContract(() => ({ storage, newFile }));

describe('a file in Postgres', () => {
  it('has no link of its own: it is served by us', async () => {
    expect(await storage.linkTo(await stored('content'), 'receipt.pdf', 60)).toBeNull();
  });

  it('is encrypted, each time under another key, and no larger than it was', async () => {
    const content = 'Перевод 1000.00 на карту 2200000000000004'.repeat(100);
    const [one, other] = await Promise.all([
      rowOf(await stored(content)).first(),
      rowOf(await stored(content)).first(),
    ]);
    for (const { content: sealed, key_encrypted: key } of [one, other]) {
      expect(sealed).toHaveLength(Buffer.byteLength(content));
      expect(Buffer.concat([sealed, key]).includes('2200000000000004')).toBe(false);
      expect(Buffer.concat([sealed, key]).includes('Перевод')).toBe(false);
    }
    expect(one.content.equals(other.content)).toBe(false);
  });

  it('is nowhere without its row, neither before nor afterwards', async () => {
    const nowhere = { shopId, fileId: newId<string>() };
    await expect(storage.put(nowhere, Buffer.from('content'))).rejects.toThrow('foreign key');
    const file = await stored('content');
    const removal = db.database('receipt_files').where({ file_id: file.fileId }).del();
    await expect(removal).rejects.toThrow('foreign key');
  });

  it('is refused when a single bit of it, or of what opens it, was changed', async () => {
    for (const column of ['content', 'key_encrypted']) {
      const file = await stored(randomBytes(2_000));
      const place = `length(${column}) * 8 - 9`;
      const turned = db.database.raw(`set_bit(${column}, ${place}, 1 - get_bit(${column}, ${place}))`);
      await rowOf(file).update({ [column]: turned });
      await expect(storage.get(file)).rejects.toThrow('damaged');
    }
  });

  it('is refused in the place of another file of the same shop', async () => {
    const [one, other] = [await stored('one'), await stored('other')];
    const { key_encrypted, content } = await rowOf(one).first();
    await rowOf(other).update({ key_encrypted, content });
    await expect(storage.get(other)).rejects.toThrow("in another's place");
  });

  it('can be neither read nor linked to when the ring lacks its key', async () => {
    const file = await stored('content');
    const without = storageUnder(newKeyText('other'));
    await expect(without.get(file)).rejects.toThrow('holds no key k1');
    await expect(without.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow('holds no key k1');
  });
});

describe('a database that is away', () => {
  it('refuses everything', async () => {
    const file = await stored('content');
    const gone = openDatabase({ ...patiently, url: 'postgres://tester:tester@127.0.0.1:9/none' }, createLog('silent'));
    const away = storageUnder(testKeys, gone);
    await expect(away.put(file, Buffer.from('content'))).rejects.toThrow('ECONNREFUSED');
    await expect(away.get(file)).rejects.toThrow('ECONNREFUSED');
    await expect(away.remove(file)).rejects.toThrow('ECONNREFUSED');
    await expect(away.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow('ECONNREFUSED');
    await gone.destroy();
  });
});
