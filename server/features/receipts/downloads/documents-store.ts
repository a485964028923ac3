import { runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId } from '#platform/ids';
import type { ReceiptRef } from './receipt-links.ts';
import type { StorageName } from '../storage/storage.ts';

export type DocumentRow = {
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly document_id: string | null;
  readonly file_id: string | null;
  /** Null as well where the file has been removed since. */
  readonly storage: StorageName | null;
};

// By the primary keys of all three.
const findDocument: Statement = {
  name: 'find_receipt_document',
  text: `select r.attempt_id, r.document_id, r.file_id,
      (select a.provider_id from attempts a where a.shop_id = r.shop_id and a.attempt_id = r.attempt_id) as provider_id,
      (select f.storage from receipt_files f
        where f.shop_id = r.shop_id and f.file_id = r.file_id and f.state = 'recorded') as storage
    from receipts r where r.shop_id = $1 and r.operation_id = $2 and r.receipt_id = $3`,
};

export const createDocumentsStore = (database: Database) => ({
  find: async ({ shopId, operationId, receiptId }: ReceiptRef): Promise<DocumentRow | null> => {
    const [row] = await runStatement<DocumentRow>(database, findDocument, [shopId, operationId, receiptId]);
    return row ?? null;
  },
});

export type DocumentsStore = ReturnType<typeof createDocumentsStore>;
