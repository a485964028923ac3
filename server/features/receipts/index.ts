export { applyReceiptVerdict } from './apply-receipt-verdict.ts';
export { confirmPayment, type ConfirmPayment, type ConfirmPaymentNeeds } from './confirm-payment.ts';
export {
  approveReview,
  askForReceiptAgain,
  assertDecidable,
  rejectReview,
  type DecideReviewNeeds,
} from './decide-review.ts';
export { createClamAv } from './antivirus/clamav.ts';
export { createScanReceipt } from './antivirus/scan-receipt.ts';
export { createDocumentsStore } from './documents-store.ts';
export { downloadReceipt, type Download } from './download-receipt.ts';
export { createEvidenceStore } from './evidence-store.ts';
export { fetchEvidence } from './fetch-evidence.ts';
export { listReviews } from './list-reviews.ts';
export { createReviewDetailsStore } from './review-details-store.ts';
export { requireReview, showReview, type ShownReview, type ShowReviewNeeds } from './show-review.ts';
export { viewReceipt } from './view-receipt.ts';
export { createReceiptFilesStore } from './receipt-files-store.ts';
export { createLinkReceipt, type LinkParts, type LinkReceipt } from './receipt-links.ts';
export {
  createReviewsStore,
  type Decision,
  type Findings,
  type ReviewRow,
  type ReviewsStore,
} from './reviews-store.ts';
export { createStoreReceipt } from './store-receipt.ts';
export { removeReceipts, submitReceipts } from './sweep-receipts.ts';
export { createPdfInspector } from './pdf/pdf-inspector.ts';
export { contentKeyPlace } from './storage/content-cipher.ts';
export { findSealedReceiptKeys } from './storage/content-keys-store.ts';
export { countReceiptsByKey, reencryptReceiptKeys } from './storage/keys-reencryption.ts';
export { createReceiptStorages } from './storage/receipt-storages.ts';
export type { Upload } from './upload.ts';
