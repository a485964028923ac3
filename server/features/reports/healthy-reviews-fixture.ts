import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { TestDatabase } from '#test/support/database';
import { createReviewStage, type ReviewStage } from '../receipts/review-fixture.ts';

const approve = async (stage: ReviewStage): Promise<string> => {
  const review = await stage.doubted();
  await stage.approve(await stage.reviewOf(review), '100.00');
  return review.operationId;
};

/** An upload that has only begun. */
const begin = async (stage: ReviewStage): Promise<void> => {
  const { shopId } = stage.shop;
  const { operationId } = await stage.awaiting();
  const upload = { sizeBytes: 1, digest: Buffer.alloc(32, 1), read: () => Promise.resolve(Buffer.from('1')) };
  await stage.files.begin({ shopId, api: 'v1' }, { shopId, operationId, fileId: newId() }, upload, 'postgres');
};

/**
 * A shop with receipts in every state: under review, in an operator's hands, approved, rejected, asked for again, shredded,
 * of a payment whose evidence is awaited, and being stored.
 */
export const healthyReviews = async (db: TestDatabase): Promise<string> => {
  const stage = await createReviewStage(db);
  const { shopId } = stage.shop;
  const [, , again, refused, later, approved, shredded] = await Promise.all([
    stage.submitted(),
    stage.doubted(),
    stage.doubted(),
    stage.doubted(),
    stage.submitted(),
    approve(stage),
    approve(stage),
    begin(stage),
  ]);
  await stage.askAgain(await stage.reviewOf(again));
  await stage.reject(await stage.reviewOf(refused));
  await stage.tell(later, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence: 'later' });
  await db.database.raw('select shred_operations(?, array[?]::uuid[])', [shopId, shredded]);
  await stage.remove();
  await stage.stage.sweepOnce();
  if ((await db.database('receipts').where({ operation_id: approved })).length !== 1)
    throw new Error('It has one receipt.');
  return shopId;
};
