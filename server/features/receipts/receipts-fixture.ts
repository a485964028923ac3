import { createHash } from 'node:crypto';
import { createOperationsStore, type Operation } from '#features/operations';
import { newId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing } from '#platform/secrets';
import { createRouting, type Provider, type SubmittedReceipt } from '#providers';
import { createHarness, type TestCreate } from '#test/faults/payment-harness';
import type { TestDatabase } from '#test/support/database';
import { connectFake } from '#test/support/fake-provider';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import type { ScanReceipt } from './antivirus/scan-receipt.ts';
import { confirmPayment } from './upload/confirm-payment.ts';
import type { Expected, Inspection, InspectionVerdict } from './pdf/inspection.ts';
import { createReceiptFilesStore } from './upload/receipt-files-store.ts';
import { createPostgresStorage } from './storage/postgres-storage.ts';
import type { ReceiptStorage } from './storage/storage.ts';
import { createStoreReceipt } from './upload/store-receipt.ts';
import { createReviewsStore } from './reviews/reviews-store.ts';
import { submitReceipts } from './reviews/submit-receipts.ts';
import { removeReceipts } from './upload/remove-receipts.ts';
import type { Upload } from './upload/upload.ts';

export const uploadOf = (text: string): Upload => {
  const content = Buffer.from(text);
  const digest = createHash('sha256').update(content).digest();
  return { sizeBytes: content.length, digest, read: () => Promise.resolve(content) };
};

export const inspectionOf = (verdict: InspectionVerdict): Inspection => ({
  verdict,
  fault: verdict === 'unreadable' ? 'It is not a PDF.' : null,
  pages: verdict === 'sound' ? 1 : null,
  creator: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
  revisions: null,
  hasAttachments: false,
  hasForm: false,
  amounts: [],
  hasExpectedAmount: false,
  hasDestination: false,
});

/** No antivirus is configured. */
const notScanned: ScanReceipt = () => Promise.resolve(null);

/** A word in the file says what is found in it; what was asked is noted. */
const createFakeInspector = (asked: Expected[]) => ({
  inspect: (content: Buffer, expected: Expected): Promise<Inspection> => {
    asked.push(expected);
    const verdict = (['unreadable', 'encrypted', 'scripted', 'automatic', 'infected'] as const).find((word) =>
      content.includes(word),
    );
    return Promise.resolve(inspectionOf(verdict ?? 'sound'));
  },
});

/** A shop whose payments wait for receipts, without HTTP and without background work. */
export const createReceiptHarness = async ({ database }: TestDatabase, abilities: Partial<Provider> = {}) => {
  const shop = await createTestShop(database);
  const harness = createHarness(database, shop, abilities);
  const keyRing = createKeyRing(testKeys);
  const [operations, files, log] = [
    createOperationsStore(database, keyRing),
    createReceiptFilesStore(database),
    createLog('silent'),
  ];
  const postgres = createPostgresStorage({ database, keyRing });
  const asked: Expected[] = [];
  const submitted: SubmittedReceipt[] = [];
  const provider = (providerId: string) =>
    connectFake(providerId, {
      submitReceipt: (receipt) => {
        submitted.push(receipt);
        return Promise.resolve({ outcome: 'taken' });
      },
      ...abilities,
    });
  const routing = createRouting(database, (_kind, providerId) => provider(providerId));
  const metrics = createMetrics();
  const confirm = (
    payment: TestCreate,
    text: string,
    {
      storage = postgres,
      shopId = shop.shopId,
      scan = notScanned,
    }: {
      readonly storage?: ReceiptStorage;
      readonly scan?: ScanReceipt;
      readonly shopId?: ShopId;
    } = {},
  ): Promise<Operation> => {
    const storages = { current: storage };
    const storeReceipt = createStoreReceipt({ files, storages, inspector: createFakeInspector(asked), scan, log });
    const needs = { operations, files, storages, storeReceipt, metrics, followUp: () => undefined };
    return confirmPayment(needs, { shopId, api: 'v1' }, { operationId: payment.operationId, upload: uploadOf(text) });
  };
  /** A payment whose provider wants a receipt. */
  const awaiting = async (amount = '100.00'): Promise<TestCreate> => {
    const create = await harness.startCreate(amount);
    await harness.placeOrder(create, amount);
    const { encrypted, digest } = operations.sealNumber(shop.shopId, create.operationId, '2200000000000004');
    await harness.payments.accept({
      shopId: shop.shopId,
      operationId: create.operationId,
      attemptId: create.attempt.attemptId,
      status: 'awaiting_confirmation',
      numberEncrypted: encrypted,
      numberDigest: digest,
      holderName: 'IVAN PETROV',
      bankname: 'sber',
      banknameDetails: null,
      detailsEncrypted: null,
      payableAmount: null,
      lifetimeSeconds: 1_800,
      eventId: newId(),
      event: 'awaiting_confirmation',
    });
    return create;
  };
  const rowOf = ({ operationId }: TestCreate) => database('operations').where({ operation_id: operationId }).first();
  return {
    shop,
    payment: harness,
    operations,
    files,
    metrics,
    storage: postgres,
    asked,
    submitted,
    confirm,
    awaiting,
    rowOf,
    filesOf: ({ operationId }: TestCreate) =>
      database('receipt_files').where({ operation_id: operationId }).orderBy('uploaded_at'),
    contents: async (): Promise<number> => (await database('receipt_contents').where({ shop_id: shop.shopId })).length,
    eventsOf: async ({ operationId }: TestCreate): Promise<string[]> =>
      (await database('events').where({ operation_id: operationId }).orderBy('sequence')).map(({ type }) => type),
    submit: () => {
      const followUp = (): void => undefined;
      const reviews = createReviewsStore(database);
      return submitReceipts({
        files,
        storages: { of: () => postgres },
        routing,
        log,
        reviews,
        reviewHours: 24,
        followUp,
      });
    },
    remove: () => removeReceipts({ files, storages: { of: () => postgres }, log }),
  };
};

export type ReceiptHarness = Awaited<ReturnType<typeof createReceiptHarness>>;
