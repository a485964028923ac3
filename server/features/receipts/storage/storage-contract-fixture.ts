import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import type { FileRef, ReceiptStorage } from './storage.ts';

export type ContractStage = {
  readonly storage: ReceiptStorage;
  /** A file of which nothing is stored yet. */
  readonly newFile: () => Promise<FileRef>;
};

/** What callers rely on, of every storage. */
export const itKeepsTheStorageContract = (stage: () => ContractStage): void => {
  const stored = async (content: Buffer): Promise<FileRef> => {
    const file = await stage().newFile();
    await stage().storage.put(file, content);
    return file;
  };

  describe('a stored file', () => {
    it('is read as it was, whatever its bytes', async () => {
      for (const content of [Buffer.from('%PDF-1.7\r\n\0\xff', 'latin1'), Buffer.alloc(0), randomBytes(100_001)]) {
        expect((await stage().storage.get(await stored(content))).equals(content)).toBe(true);
      }
    });

    it('may be as large as a receipt can be', async () => {
      const content = randomBytes(10 * 1024 * 1024);
      expect((await stage().storage.get(await stored(content))).equals(content)).toBe(true);
    });

    it('is not changed by being stored again, at the same time or later', async () => {
      const content = randomBytes(5_000);
      const file = await stage().newFile();
      await Promise.all(Array.from({ length: 4 }, () => stage().storage.put(file, content)));
      await stage().storage.put(file, content);
      expect(await stage().storage.get(file)).toEqual(content);
    });

    it('leaves others as they are when it is removed, and stays away', async () => {
      const [removed, kept] = [await stored(Buffer.from('removed')), await stored(Buffer.from('kept'))];
      await stage().storage.remove(removed);
      await expect(stage().storage.get(removed)).rejects.toThrow(removed.fileId);
      expect((await stage().storage.get(kept)).toString()).toBe('kept');
      await stage().storage.remove(removed);
      await expect(stage().storage.get(removed)).rejects.toThrow(removed.fileId);
    });

    it('is its shop’s: another shop has no file of that id', async () => {
      const file = await stored(Buffer.from('content'));
      const others = { ...file, shopId: newId<ShopId>() };
      await expect(stage().storage.get(others)).rejects.toThrow(file.fileId);
      await stage().storage.remove(others);
      expect((await stage().storage.get(file)).toString()).toBe('content');
    });
  });

  describe('a file that was never stored', () => {
    it('cannot be read or linked to, and may be removed', async () => {
      const file = await stage().newFile();
      await expect(stage().storage.get(file)).rejects.toThrow(file.fileId);
      await expect(stage().storage.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow(file.fileId);
      await stage().storage.remove(file);
    });
  });
};
