import { RequestError } from '#platform/errors';
import { newId, type ShopId } from '#platform/ids';
import type { Metrics } from '#platform/metrics';
import { formatAmount } from '#platform/money';
import {
  isVisible,
  operationNotFound,
  operationOf,
  type Operation,
  type OperationScope,
  type OperationsStore,
} from '#features/operations';
import type { ReceiptFilesStore } from './receipt-files-store.ts';
import type { ReceiptStorages } from '../storage/storage.ts';
import type { StoreReceipt } from './store-receipt.ts';
import type { Upload } from './upload.ts';

export type ConfirmPaymentNeeds = {
  readonly operations: Pick<OperationsStore, 'findById' | 'unseal'>;
  readonly files: Pick<ReceiptFilesStore, 'begin'>;
  readonly storages: Pick<ReceiptStorages, 'current'>;
  readonly storeReceipt: StoreReceipt;
  readonly metrics: Pick<Metrics, 'receipts'>;
  /** A file waits to be reviewed, or an event to be sent. */
  readonly followUp: () => void;
};

export type ConfirmPayment = (
  scope: OperationScope,
  request: { readonly operationId: string; readonly upload: Upload },
) => Promise<Operation>;

const readOperation = async (
  { operations }: ConfirmPaymentNeeds,
  { shopId, api }: OperationScope,
  operationId: string,
) => {
  const found = await operations.findById(shopId, api, operationId);
  if (found === null || !isVisible(found.row.status)) throw operationNotFound({ operationId });
  return operationOf(found.row, operations);
};

/**
 * Takes the payer's receipt. The same file again changes nothing, in whatever state the payment is by then.
 * @throws RequestError operation_not_found, wrong_state, too_many_requests, temporarily_unavailable: nothing was recorded, or it was and the
 *   same file may be sent again
 */
export const confirmPayment = async (
  needs: ConfirmPaymentNeeds,
  scope: OperationScope,
  { operationId, upload }: { readonly operationId: string; readonly upload: Upload },
): Promise<Operation> => {
  const payment = await readOperation(needs, scope, operationId);
  const file = { shopId: scope.shopId as ShopId, operationId: payment.operationId, fileId: newId() };
  const begun = await needs.files.begin(scope, file, upload, needs.storages.current.name);
  if (begun === 'not_found') throw operationNotFound({ operationId });
  if (begun === 'wrong_state') throw new RequestError('wrong_state');
  if (begun === 'too_many')
    throw new RequestError('too_many_requests', { message: 'too many uploads for this payment at once' });
  if (begun === 'same_file') return readOperation(needs, scope, operationId);
  const amount = formatAmount(payment.expectedAmount, payment.currency);
  const outcome = await needs.storeReceipt(file, upload, { amount, number: payment.destination?.number ?? null });
  needs.followUp();
  const confirmed = await readOperation(needs, scope, operationId);
  // Only the step that records a file knows whether it was used before, and so who looks at it.
  const reviewed = confirmed.manualCheckReason ?? 'under_review';
  needs.metrics.receipts.inc({ outcome: outcome === 'recorded' ? reviewed : outcome });
  if (outcome === 'wrong_state') throw new RequestError('wrong_state');
  return confirmed;
};
