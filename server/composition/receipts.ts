import { Router } from 'express';
import { getOperationState, type Lookup, type OperationScope, type OperationsStore } from '#features/operations';
import {
  applyReceiptVerdict,
  createClamAv,
  confirmPayment,
  createDocumentsStore,
  createEvidenceStore,
  createLinkReceipt,
  createPdfInspector,
  createReceiptFilesStore,
  createReceiptStorages,
  createReviewsStore,
  createScanReceipt,
  createStoreReceipt,
  downloadReceipt,
  fetchEvidence,
  judgeReceipts,
  removeReceipts,
  submitReceipts,
  type ConfirmPayment,
} from '#features/receipts';
import type { PaymentFact, ReceiptVerdict, Routing } from '#providers';
import type { Mounted } from '../entrances/http/mounted-documents.ts';
import { createDownloadRouter, receiptPaths } from '../entrances/downloads/index.ts';
import type { Sweep } from '../entrances/jobs/index.ts';
import type { Foundation } from './foundation.ts';

type Needs = {
  readonly foundation: Foundation;
  readonly operations: OperationsStore;
};

/** What reviews receipts: it hears of verdicts, and decides what becomes of the payment. */
export const composeReviews = (
  { database, metrics, notify }: Foundation,
  applyFact: (fact: PaymentFact) => Promise<boolean>,
) => {
  const reviews = createReviewsStore(database);
  const needs = { reviews, applyFact, metrics, followUp: () => notify('dispatcher') };
  return { reviews, applyVerdict: (verdict: ReceiptVerdict) => applyReceiptVerdict(needs, verdict) };
};

/** What stores receipts, looks at them, and links to them. */
export const composeReceipts = ({ foundation, operations }: Needs) => {
  const { config, database, keyRing, log, metrics, publicUrl, notify } = foundation;
  const files = createReceiptFilesStore(database);
  const storages = createReceiptStorages(config, { database, keyRing });
  const inspector = createPdfInspector({ log, processes: config.RECEIPT_INSPECTORS });
  const { ANTIVIRUS_ADDRESS: address, ANTIVIRUS_TIMEOUT_MS: timeoutMs, ANTIVIRUS_REQUIRED: isRequired } = config;
  const antivirus = address === undefined ? null : createClamAv({ address, timeoutMs });
  const scan = createScanReceipt({ antivirus, isRequired, log, metrics });
  const confirming = {
    operations,
    files,
    storages,
    storeReceipt: createStoreReceipt({ files, storages, inspector, scan, log }),
    metrics,
    followUp: () => {
      notify('receipts');
      notify('dispatcher');
    },
  };
  const reading = { operations, linkReceipt: createLinkReceipt({ keyRing, storages, publicUrl }), log };
  const confirm: ConfirmPayment = (scope, request) => confirmPayment(confirming, scope, request);
  return {
    files,
    storages,
    confirmPayment: confirm,
    getOperationState: (scope: OperationScope, lookup: Lookup) => getOperationState(reading, scope, lookup),
    close: inspector.close,
  };
};

export type Receipts = ReturnType<typeof composeReceipts>;

export const openDownloads = (
  { config, database, keyRing, log }: Foundation,
  { storages }: Receipts,
  routing: Routing,
): Mounted => {
  const needs = { keyRing, documents: createDocumentsStore(database), storages, routing, log };
  // A process that only works on jobs hands out nothing.
  if (config.TURNPIKE_ROLE === 'worker') return { paths: receiptPaths, router: Router() };
  return {
    paths: receiptPaths,
    router: createDownloadRouter({ downloadReceipt: (link) => downloadReceipt(needs, link) }),
  };
};

type Reviews = ReturnType<typeof composeReviews>['reviews'];

export const receiptSweeps = (
  { config, database, log, metrics, notify }: Foundation,
  { files, storages }: Receipts,
  reviews: Reviews,
  routing: Routing,
): readonly Sweep[] => {
  const removing = { files, storages, log };
  const submitting = {
    ...removing,
    routing,
    reviews,
    reviewHours: config.REVIEW_TIMEOUT_HOURS,
    followUp: () => notify('dispatcher'),
  };
  const judgeAndSubmit = async (): Promise<boolean> => {
    const isMore = await judgeReceipts(submitting);
    return (await submitReceipts(submitting)) || isMore;
  };
  const fetching = { evidence: createEvidenceStore(database), routing, log };
  const count = async (): Promise<void> => metrics.undecidedReviews.set(await reviews.countUndecided());
  return [
    { name: 'receipts', everyMs: 1_000, run: judgeAndSubmit },
    { name: 'receipt removal', everyMs: 10_000, run: () => removeReceipts(removing) },
    { name: 'evidence', everyMs: 1_000, run: () => fetchEvidence(fetching) },
    { name: 'reviews', everyMs: 30_000, run: count },
  ];
};
