import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { openDatabase, patiently } from '#platform/database';
import { createLog } from '#platform/logs';
import { eventually } from '#test/support/eventually';
import { testKeys } from '#test/support/settings';
import {
  createReceiptStorages,
  type StorageSettings,
} from '../../server/features/receipts/storage/receipt-storages.ts';
import { itKeepsTheStorageContract } from '../../server/features/receipts/storage/storage-contract-fixture.ts';
import type { FileRef, ReceiptStorage } from '../../server/features/receipts/storage/storage.ts';
import { openBreakingWay } from './breaking-way.ts';
import { startMinio, type Minio } from './minio.ts';

const shopId = newId<ShopId>();
// S3 needs no database; there is none at this address.
const database = openDatabase({ ...patiently, url: 'postgres://nobody@127.0.0.1:9/none' }, createLog('silent'));
const needs = { database, keyRing: createKeyRing(testKeys) };
const newFile = (): FileRef => ({ shopId, fileId: newId<string>() });
const keyOf = (file: FileRef): string => `receipts/${file.shopId}/${file.fileId}`;

let minio: Minio;
let storage: ReceiptStorage;
const storageWith = (settings: Partial<StorageSettings>): ReceiptStorage =>
  createReceiptStorages({ RECEIPT_STORAGE: 's3', ...minio.settings, ...settings }, needs).current;
beforeAll(async () => {
  minio = await startMinio();
  storage = storageWith({});
});
afterAll(async () => {
  await minio.stop();
  await database.destroy();
});

const stored = async (content: Buffer = randomBytes(1_000)): Promise<FileRef> => {
  const file = newFile();
  await storage.put(file, content);
  return file;
};
const linkTo = async (file: FileRef, lifetimeSeconds: number, from = storage): Promise<URL> => {
  const link = await from.linkTo(file, 'receipt "Иван".pdf', lifetimeSeconds);
  expect(link).not.toBeNull();
  return new URL(link ?? '');
};
const statusOf = async (link: URL): Promise<number> => (await fetch(link)).status;

itKeepsTheStorageContract(() => ({ storage, newFile: () => Promise.resolve(newFile()) }));

describe('a file in S3', () => {
  it('is one object, whose place says whose it is, gone when it is removed', async () => {
    const file = await stored();
    await storage.put(file, randomBytes(1_000));
    expect((await minio.keys()).filter((key) => key.includes(file.fileId))).toEqual([keyOf(file)]);
    await storage.remove(file);
    expect((await minio.keys()).filter((key) => key.includes(file.fileId))).toEqual([]);
  });

  it('carries a checksum, and no type that a browser would open', async () => {
    const file = await stored();
    const head = new HeadObjectCommand({ Bucket: minio.bucket, Key: keyOf(file), ChecksumMode: 'ENABLED' });
    const { ContentType, ...others } = await minio.client.send(head);
    expect(ContentType).toBe('application/octet-stream');
    expect(Object.keys(others).filter((name) => /^Checksum(CRC|SHA)/.test(name))).not.toEqual([]);
  });

  it('is not accepted from a storage whose credentials are wrong', async () => {
    const file = await stored();
    const stranger = storageWith({ S3_SECRET_ACCESS_KEY: 'wrong-wrong-wrong' });
    await expect(stranger.get(file)).rejects.toThrow('signature');
    await expect(stranger.put(file, Buffer.from('x'))).rejects.toThrow('signature');
    await expect(stranger.remove(file)).rejects.toThrow('signature');
    await expect(stranger.linkTo(file, 'receipt.pdf', 60)).rejects.toThrow(file.fileId);
    await expect(storageWith({ S3_BUCKET: 'another' }).put(file, Buffer.from('x'))).rejects.toThrow('bucket');
  });
});

describe('a link', () => {
  it('downloads the file as an attachment, for every holder of it', async () => {
    const content = randomBytes(50_000);
    const response = await fetch(await linkTo(await stored(content), 60));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="receipt_______.pdf"');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('opens nothing else: any change of it is refused', async () => {
    const [file, other] = [await stored(), await stored()];
    const changes: readonly ((link: URL) => void)[] = [
      (link) => (link.pathname = link.pathname.replace(file.fileId, other.fileId)),
      (link) => link.searchParams.set('X-Amz-Expires', '604800'),
      (link) => link.searchParams.set('X-Amz-Signature', '0'.repeat(64)),
      (link) => link.searchParams.set('response-content-disposition', 'inline'),
      (link) => link.searchParams.delete('response-content-disposition'),
      (link) => link.searchParams.set('response-content-type', 'text/html'),
      (link) => [...link.searchParams.keys()].forEach((name) => link.searchParams.delete(name)),
    ];
    for (const change of changes) {
      const link = await linkTo(file, 60);
      expect(await statusOf(link)).toBe(200);
      change(link);
      expect(await statusOf(link)).toBe(403);
    }
    expect((await fetch(await linkTo(file, 60), { method: 'DELETE' })).status).toBe(403);
    expect((await storage.get(file)).byteLength).toBe(1_000);
  });

  it('expires', async () => {
    const link = await linkTo(await stored(), 2);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('2');
    await eventually(async () => (await statusOf(link)) === 403, 'the link to expire');
  });

  it('leads to the address at which others reach the storage', async () => {
    const file = await stored();
    const outside = minio.settings.S3_ENDPOINT.replace('127.0.0.1', 'localhost');
    const link = await linkTo(file, 60, storageWith({ S3_PUBLIC_ENDPOINT: outside }));
    expect(link.origin).toBe(outside);
    expect(await statusOf(link)).toBe(200);
  });
});

describe('a storage that is taken away', () => {
  // Larger than what MinIO keeps beside an object's description.
  const content = randomBytes(1_000_000);
  /** All methods, none of which may take longer than the test's own time. */
  const expectRefusals = async (file: FileRef, reason: RegExp): Promise<void> => {
    const asked = [
      storage.put(newFile(), content),
      storage.get(file),
      storage.remove(file),
      storage.linkTo(file, 'a.pdf', 60),
    ];
    for (const result of await Promise.allSettled(asked)) {
      expect(result.status).toBe('rejected');
      expect(String((result as PromiseRejectedResult).reason)).toMatch(reason);
    }
  };
  const expectWork = async (file: FileRef): Promise<void> => {
    expect((await storage.get(file)).equals(content)).toBe(true);
    expect(await statusOf(await linkTo(file, 60))).toBe(200);
    const fresh = await stored(content);
    expect((await storage.get(fresh)).equals(content)).toBe(true);
    await storage.remove(fresh);
    await expect(storage.get(fresh)).rejects.toThrow('could not read');
  };

  it('refuses everything while it is dead, and works at once when it is back, with all that was there', async () => {
    const file = await stored(content);
    await minio.kill();
    await expectRefusals(file, /ECONNREFUSED|ECONNRESET|socket/);
    await minio.start();
    await expectWork(file);
  });

  it('refuses everything in time while it is silent, and works when it speaks again', async () => {
    const file = await stored(content);
    await minio.freeze();
    await expectRefusals(file, /no answer within \d+ ms/);
    minio.thaw();
    // What it was told while it stood still it may have done: the removal among it.
    await storage.put(file, content);
    await expectWork(file);
  });

  it.each(['cut', 'silence'] as const)(
    'hands out no file of which only the first part came, because of a %s',
    async (kind) => {
      const file = await stored(content);
      const way = await openBreakingWay(minio.settings.S3_ENDPOINT, 20_000, kind);
      const broken = storageWith({ S3_ENDPOINT: way.endpoint });
      await expect(broken.get(file)).rejects.toThrow(/could not read receipt file .*(aborted|no answer within)/);
      await way.close();
      expect((await storage.get(file)).equals(content)).toBe(true);
    },
  );

  it('hands out no file that was changed where it lies', async () => {
    const file = await stored(content);
    const [part] = minio.partsOnDisk(file.fileId);
    const bytes = readFileSync(part ?? '');
    const middle = bytes.length >> 1;
    bytes[middle] = ~(bytes[middle] ?? 0);
    writeFileSync(part ?? '', bytes);
    await expect(storage.get(file)).rejects.toThrow('could not read');
  });
});
