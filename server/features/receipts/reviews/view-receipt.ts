import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import type { Database } from '#platform/database';
import { recordAudit, type Operator } from '#features/access';
import type { ReviewRow } from './reviews-store.ts';
import type { ReceiptStorages } from '../storage/storage.ts';

export type ViewReceiptNeeds = {
  readonly database: Database;
  readonly storages: Pick<ReceiptStorages, 'of'>;
};

/**
 * The file under review, for a person to look at. Who looked is in the audit log before anything is shown.
 * @throws OperatorRefusal when its storage does not have it just now
 */
export const viewReceipt = async (
  { database, storages }: ViewReceiptNeeds,
  { shop_id: shopId, operation_id: operationId, file_id: fileId, storage }: ReviewRow,
  actor: Operator,
): Promise<Buffer> => {
  const content = await storages
    .of(storage)
    .get({ shopId, fileId })
    .catch((error: unknown) => {
      throw new OperatorRefusal('receipt_unavailable', { reason: messageOf(error) });
    });
  await recordAudit(database, {
    actor,
    action: 'receipt.viewed',
    subject: operationId,
    shopId,
    after: { file_id: fileId },
  });
  return content;
};
