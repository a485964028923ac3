import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database';
import { newId, type OperationId, type ShopId } from '#platform/ids';
import { createPostgresStorage, type PostgresStorageNeeds } from './postgres-storage.ts';
import type { FileRef } from './storage.ts';

/** A file's row, as it is before its content comes. */
export const addFileRow = async (
  database: Database,
  shopId: ShopId,
  { operationId = newId<OperationId>(), state = 'storing' }: { operationId?: OperationId; state?: string } = {},
): Promise<FileRef> => {
  const fileId = newId<string>();
  await database('receipt_files').insert({
    shop_id: shopId,
    file_id: fileId,
    operation_id: operationId,
    digest: randomBytes(32),
    size_bytes: 1,
    storage: 'postgres',
    state,
    ...(state === 'recorded' && { findings: '{}' }),
  });
  return { shopId, fileId };
};

export type { FileRef };

export const storageWith = createPostgresStorage;

/** A file in the database, encrypted under the first key of the ring. */
export const storeReceipt = async (
  needs: PostgresStorageNeeds,
  shopId: ShopId,
  text = 'a receipt',
): Promise<FileRef> => {
  const file = await addFileRow(needs.database, shopId);
  await createPostgresStorage(needs).put(file, Buffer.from(text));
  return file;
};
