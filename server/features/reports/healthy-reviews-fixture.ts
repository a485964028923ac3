import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { TestDatabase } from '#test/support/database';
import { createReviewHarness, type ReviewHarness } from '../receipts/reviews/review-fixture.ts';

const approve = async (harness: ReviewHarness): Promise<string> => {
  const review = await harness.doubted();
  await harness.approve(await harness.reviewOf(review), '100.00');
  return review.operationId;
};

/** An upload that has only begun. */
const begin = async (harness: ReviewHarness): Promise<void> => {
  const { shopId } = harness.shop;
  const { operationId } = await harness.awaiting();
  const upload = { sizeBytes: 1, digest: Buffer.alloc(32, 1), read: () => Promise.resolve(Buffer.from('1')) };
  await harness.files.begin({ shopId, api: 'v1' }, { shopId, operationId, fileId: newId() }, upload, 'postgres');
};

/**
 * A shop with receipts in every state: under review, in an operator's hands, approved, rejected, asked for again, shredded,
 * of a payment whose evidence is awaited, and being stored.
 */
export const healthyReviews = async (db: TestDatabase): Promise<string> => {
  const harness = await createReviewHarness(db);
  const { shopId } = harness.shop;
  const [, , again, refused, later, approved, shredded] = await Promise.all([
    harness.submitted(),
    harness.doubted(),
    harness.doubted(),
    harness.doubted(),
    harness.submitted(),
    approve(harness),
    approve(harness),
    begin(harness),
  ]);
  await harness.askAgain(await harness.reviewOf(again));
  await harness.reject(await harness.reviewOf(refused));
  await harness.tell(later, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence: 'later' });
  await db.database.raw('select shred_operations(?, array[?]::uuid[])', [shopId, shredded]);
  await harness.remove();
  await harness.payment.sweepOnce();
  if ((await db.database('receipts').where({ operation_id: approved })).length !== 1)
    throw new Error('It has one receipt.');
  return shopId;
};
