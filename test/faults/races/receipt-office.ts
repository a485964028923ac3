import { createHash } from 'node:crypto';
import { createPaymentFactsStore } from '#features/payments';
import { createOperationsStore, type Operation } from '#features/operations';
import {
  approveReview,
  askForReceiptAgain,
  confirmPayment,
  createReceiptFilesStore,
  createReceiptStorages,
  createReviewsStore,
  createStoreReceipt,
  rejectReview,
} from '#features/receipts';
import type { Database } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { OperatorError } from '#platform/errors';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import { decider } from '#test/support/operators';
import { createPdfInspector } from '../quick-inspector.ts';
import { fullAmount } from './reports.ts';
import type { Decision } from './step-names.ts';

export const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

export type ReceiptOffice = {
  readonly confirm: (operationId: OperationId, content: Buffer) => Promise<Operation>;
  /** Rejects with an OperatorError when there was nothing to decide, or another operator had decided. */
  readonly decide: (operationId: OperationId, decision: Decision) => Promise<void>;
};

/** What an instance does about receipts, and what an operator beside it does, each file looked at in no time. */
export const openReceiptOffice = (database: Database, shopId: ShopId): ReceiptOffice => {
  const keyRing = createKeyRing(testKeys);
  const log = createLog('silent');
  const files = createReceiptFilesStore(database);
  const storages = createReceiptStorages({ RECEIPT_STORAGE: 'postgres', S3_REGION: 'nowhere' }, { database, keyRing });
  const confirming = {
    operations: createOperationsStore(database, keyRing),
    files,
    storages,
    storeReceipt: createStoreReceipt({
      files,
      storages,
      inspector: createPdfInspector(),
      scan: () => Promise.resolve(null),
      log,
    }),
    metrics: createMetrics(),
    followUp: () => undefined,
  };
  const reviews = createReviewsStore(database);
  const deciding = { reviews, facts: createPaymentFactsStore(database) };
  const operator = { actor: decider, note: null };
  return {
    confirm: (operationId, content) =>
      confirmPayment(
        confirming,
        { shopId, api: 'v1' },
        {
          operationId,
          upload: { sizeBytes: content.length, digest: digestOf(content), read: () => Promise.resolve(content) },
        },
      ),
    decide: async (operationId, decision) => {
      const review = await reviews.find(operationId);
      if (review === null) throw new OperatorError('Nobody reviews a receipt of this payment.');
      if (decision === 'approve') return approveReview(deciding, review, decimal(fullAmount), operator);
      return decision === 'reject'
        ? rejectReview(deciding, review, operator)
        : askForReceiptAgain(deciding, review, operator);
    },
  };
};
