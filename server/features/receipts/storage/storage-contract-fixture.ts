import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import type { FileRef, ReceiptStorage } from './storage.ts';

export type ContractHarness = {
  readonly storage: ReceiptStorage;
  /** A file of which nothing is stored yet. */
  readonly newFile: () => Promise<FileRef>;
};

/** What callers rely on, of every storage. */
export const itKeepsTheStorageContract = (harness: () => ContractHarness): void => {
  const stored = async (content: Buffer): Promise<FileRef> => {
    const file = await harness().newFile();
    await harness().storage.put(file, content);
    return file;
  };

  describe('a stored file', () => {
    it('is read as it was, whatever its bytes', async () => {
      for (const content of [Buffer.from('%PDF-1.7\r\n\0\xff', 'latin1'), Buffer.alloc(0), randomBytes(100_001)]) {
        expect((await harness().storage.get(await stored(content))).equals(content)).toBe(true);
      }
    });

    it('may be as large as a receipt can be', async () => {
      const content = randomBytes(10 * 1024 * 1024);
      expect((await harness().storage.get(await stored(content))).equals(content)).toBe(true);
    });

    it('is not changed by being stored again, at the same time or later', async () => {
      const content = randomBytes(5_000);
      const file = await harness().newFile();
      await Promise.all(Array.from({ length: 4 }, () => harness().storage.put(file, content)));
      await harness().storage.put(file, content);
      expect(await harness().storage.get(file)).toEqual(content);
    });

    it('leaves others as they are when it is removed, and stays away', async () => {
      const [removed, kept] = [await stored(Buffer.from('removed')), await stored(Buffer.from('kept'))];
      await harness().storage.remove(removed);
      await expect(harness().storage.get(removed)).rejects.toThrow(removed.fileId);
      expect((await harness().storage.get(kept)).toString()).toBe('kept');
      await harness().storage.remove(removed);
      await expect(harness().storage.get(removed)).rejects.toThrow(removed.fileId);
    });

    it('is its shop’s: another shop has no file of that id', async () => {
      const file = await stored(Buffer.from('content'));
      const others = { ...file, shopId: newId<ShopId>() };
      await expect(harness().storage.get(others)).rejects.toThrow(file.fileId);
      await harness().storage.remove(others);
      expect((await harness().storage.get(file)).toString()).toBe('content');
    });
  });

  describe('a file that was never stored', () => {
    it('cannot be read or linked to, and may be removed', async () => {
      const file = await harness().newFile();
      await expect(harness().storage.get(file)).rejects.toThrow(file.fileId);
      await expect(harness().storage.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow(file.fileId);
      await harness().storage.remove(file);
    });
  });
};
