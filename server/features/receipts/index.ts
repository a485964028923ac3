// Uploading: the payer's file, from its row to its record, and its removal.
export { confirmPayment, type ConfirmPayment, type ConfirmPaymentNeeds } from './upload/confirm-payment.ts';
export { createReceiptFilesStore } from './upload/receipt-files-store.ts';
export { judgeReceipts } from './upload/judge-receipts.ts';
export { removeReceipts } from './upload/remove-receipts.ts';
export { createStoreReceipt } from './upload/store-receipt.ts';
export type { Upload } from './upload/upload.ts';
export { createClamAv } from './antivirus/clamav.ts';
export { createScanReceipt } from './antivirus/scan-receipt.ts';
export { createPdfInspector } from './pdf/pdf-inspector.ts';

// Storage: where contents lie, and under which key.
export { contentKeyPlace } from './storage/content-cipher.ts';
export { findSealedReceiptKeys } from './storage/content-keys-store.ts';
export { countReceiptsByKey, reencryptReceiptKeys } from './storage/keys-reencryption.ts';
export { createReceiptStorages } from './storage/receipt-storages.ts';

// Reviews: the provider's verdict about a file, and an operator's where that has doubts.
export { applyReceiptVerdict } from './reviews/apply-receipt-verdict.ts';
export {
  approveReview,
  askForReceiptAgain,
  assertDecidable,
  rejectReview,
  type DecideReviewNeeds,
} from './reviews/decide-review.ts';
export { listReviews } from './reviews/list-reviews.ts';
export { createReviewDetailsStore } from './reviews/review-details-store.ts';
export {
  createReviewsStore,
  type Decision,
  type Findings,
  type ReviewRow,
  type ReviewsStore,
} from './reviews/reviews-store.ts';
export { requireReview, showReview, type ShownReview, type ShowReviewNeeds } from './reviews/show-review.ts';
export { submitReceipts } from './reviews/submit-receipts.ts';
export { viewReceipt } from './reviews/view-receipt.ts';

// Evidence: the single transfers by which a provider proves a total.
export { createEvidenceStore } from './evidence/evidence-store.ts';
export { fetchEvidence } from './evidence/fetch-evidence.ts';

// Downloads: signed links to documents, and what is behind them.
export { createDocumentsStore } from './downloads/documents-store.ts';
export { downloadReceipt, type Download } from './downloads/download-receipt.ts';
export { createLinkReceipt, type LinkParts, type LinkReceipt } from './downloads/receipt-links.ts';
