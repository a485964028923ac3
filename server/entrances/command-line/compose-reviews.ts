import { createPaymentFactsStore } from '#features/payments';
import {
  approveReview,
  askForReceiptAgain,
  createReviewDetailsStore,
  createReviewsStore,
  listReviews,
  rejectReview,
  requireReview,
  showReview,
  viewReceipt,
  type ReviewRow,
} from '#features/receipts';
import type { Database } from '#platform/database';
import type { Decimal } from '#platform/money';
import type { Resources } from './resources.ts';

type Filter = Parameters<typeof listReviews>[1];

const storesOf = (database: Database) => ({
  reviews: createReviewsStore(database),
  details: createReviewDetailsStore(database),
  facts: createPaymentFactsStore(database),
});

export const composeReviews = ({ actor, withDatabase, withKeyRing, withStorages }: Resources) => ({
  reviews: {
    list: withDatabase(({ database }, filter: Filter) => listReviews(storesOf(database).reviews, filter)),
    require: withDatabase(({ database }, operationId: string) => requireReview(storesOf(database), operationId)),
    show: withKeyRing(({ database, keyRing }, review: ReviewRow) => showReview(storesOf(database), keyRing, review)),
    viewReceipt: withStorages((needs, review: ReviewRow) => viewReceipt(needs, review, actor)),
    approve: withDatabase(({ database }, review: ReviewRow, amount: Decimal, note: string | null) =>
      approveReview(storesOf(database), review, amount, { actor, note }),
    ),
    reject: withDatabase(({ database }, review: ReviewRow, note: string | null) =>
      rejectReview(storesOf(database), review, { actor, note }),
    ),
    askAgain: withDatabase(({ database }, review: ReviewRow, note: string | null) =>
      askForReceiptAgain(storesOf(database), review, { actor, note }),
    ),
  },
});
