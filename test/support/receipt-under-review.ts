import { randomBytes } from 'node:crypto';
import type { ManualCheckReason } from '#features/operations';
import type { Database } from '#platform/database';
import { newId, type OperationId, type ShopId } from '#platform/ids';

const findings = { verdict: 'sound', isUsedElsewhere: false };

/**
 * Puts a receipt on record for a payment, under review by its provider or, with a reason, in an operator's hands; for tests
 * in which the file is not looked at, and lies nowhere. Answers its id.
 */
export const putUnderReview = async (
  database: Database,
  shopId: ShopId,
  operationId: OperationId,
  reason: ManualCheckReason | null = null,
): Promise<string> => {
  const [fileId, digest] = [newId<string>(), randomBytes(32)];
  await database('receipt_digests').insert({ digest, shop_id: shopId, operation_id: operationId });
  await database('receipt_files').insert({
    shop_id: shopId,
    file_id: fileId,
    operation_id: operationId,
    digest,
    size_bytes: 1,
    storage: 's3',
    state: 'recorded',
    findings,
    submit_at: new Date(),
  });
  const status = reason === null ? 'awaiting_confirmation' : 'manual_check';
  await database('operations')
    .where({ operation_id: operationId })
    .update({ status, manual_check_reason: reason, receipt_file_id: fileId });
  return fileId;
};
