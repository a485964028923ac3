import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import type { FileRef, ReceiptStorages } from '../storage/storage.ts';
import type { FileToRemove, ReceiptFilesStore } from './receipt-files-store.ts';

export type RemoveReceiptsNeeds = {
  readonly files: Pick<ReceiptFilesStore, 'claimToRemove' | 'forget'>;
  readonly storages: Pick<ReceiptStorages, 'of'>;
  readonly log: Log;
};

const mostToRemove = 20;

const remove = async ({ files, storages }: RemoveReceiptsNeeds, row: FileToRemove): Promise<void> => {
  const file: FileRef = { shopId: row.shop_id, fileId: row.file_id };
  await storages.of(row.storage).remove(file);
  await files.forget(file);
};

/** Removes files whose upload did not end, and those whose time is over. True when there may be more to do at once. */
export const removeReceipts = async (needs: RemoveReceiptsNeeds): Promise<boolean> => {
  const due = await needs.files.claimToRemove(mostToRemove);
  await eachApart(due.rows, (row) => remove(needs, row), needs.log, 'a receipt could not be removed');
  return due.isMore;
};
