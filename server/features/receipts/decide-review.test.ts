import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { OperatorRefusal } from '#platform/refusals';
import { brokenInvariants } from '#test/faults/clean-check';
import type { StagedCreate } from '#test/faults/payment-stage';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { serverRole } from '#test/support/database-names';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import {
  accepted,
  createReviewStage,
  doubtful,
  rejected,
  type ReviewStage,
  type StagedReview,
} from './review-fixture.ts';
import type { ReviewRow } from './reviews-store.ts';

let db: TestDatabase;
let stage: ReviewStage;
beforeAll(async () => {
  db = await createTestDatabase();
  stage = await createReviewStage(db);
});
afterAll(async () => {
  await stage.stage.sweepOnce();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const [awaited, doubted] = ['operation.awaiting_confirmation', 'operation.manual_check'];
const waitsForUs = { status: 'manual_check', reason: 'potential_fake' };

type Decide = (review: ReviewRow) => Promise<void>;
const decisions: readonly (readonly [string, Decide])[] = [
  ['approving', (review) => stage.approve(review, '100.00')],
  ['rejecting', (review) => stage.reject(review)],
  ['asking again', (review) => stage.askAgain(review)],
];

describe('approving', () => {
  it('with no money is refused: that is a rejection', async () => {
    const review = await stage.doubted();
    const before = await stage.traceOf(review);
    await expect(stage.approve(await stage.reviewOf(review), '0.00')).rejects.toThrow(
      refused('approval_without_amount'),
    );
    expect(await stage.traceOf(review)).toEqual(before);
  });

  it.each([
    ['what was expected', '100.00', '97.000000', '3.000000'],
    ['less', '40.00', '38.800000', '1.200000'],
    ['more', '150.00', '145.500000', '4.500000'],
  ])(
    'completes the payment with %s: figures, postings, receipt, event and audit entry',
    async (_what, amount, settled, commission) => {
      const review = await stage.doubted();
      await stage.approve(await stage.reviewOf(review), amount, 'seen at the bank');
      expect(await stage.rowOf(review)).toMatchObject({
        status: 'completed',
        actual_amount: amount,
        recorded_amount: `${amount}0000`,
        settlement_amount: settled,
        commission_amount: commission,
        manual_check_reason: null,
        event_sequence: 3,
        receipt_file_id: review.fileId,
        is_evidence_pending: false,
      });
      expect(await stage.eventsOf(review)).toEqual([awaited, doubted, 'operation.completed']);
      expect(await stage.sequencesOf(review)).toEqual([1, 2, 3]);
      const event = await stage.lastEventOf(review);
      expect(event.data).toMatchObject({ status: 'completed', actual_amount: amount });
      expect(event.data).not.toHaveProperty('manual_check_reason');
      expect(await stage.postingsOf(review)).toEqual([
        `payment_settled available ${decimal(settled).toFixed(2)}`,
        `payment_settled clearing:sandbox-1 -${amount}`,
        `payment_settled commission ${decimal(commission).toFixed(2)}`,
      ]);
      expect(await stage.receiptsOf(review)).toMatchObject([
        {
          amount,
          is_synthetic: false,
          file_id: review.fileId,
          document_id: null,
          attempt_id: review.attempt.attemptId,
        },
      ]);
      expect(await stage.auditOf(review)).toMatchObject([
        {
          actor: tester.name,
          action: 'receipt.approved',
          shop_id: stage.shop.shopId,
          before: waitsForUs,
          after: { status: 'completed', file_id: review.fileId, actual_amount: amount, note: 'seen at the bank' },
        },
      ]);
    },
  );

  it('never takes less than the provider has reported, and takes that', async () => {
    const review = await stage.doubted();
    await stage.report(review, 'open', '60.00');
    const before = await stage.traceOf(review);
    await expect(stage.approve(await stage.reviewOf(review), '59.99')).rejects.toThrow(
      refused('approval_below_report', { amount: '59.99', currency: 'RUB' }),
    );
    expect(await stage.traceOf(review)).toEqual(before);
    await stage.approve(await stage.reviewOf(review), '60.00');
    expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '60.00' });
  });

  it.each<[string, 'paid' | 'failed', string, string]>([
    ['the same', 'paid', '60.00', '0.00'],
    ['less', 'paid', '20.00', '0.00'],
    ['that nothing came', 'failed', '0.00', '0.00'],
    ['more', 'paid', '100.00', '40.00'],
  ])(
    'holds when its provider reports %s afterwards; what is more goes to suspense',
    async (_what, state, total, surplus) => {
      const review = await stage.doubted();
      await stage.approve(await stage.reviewOf(review), '60.00');
      const [row, events] = [await stage.rowOf(review), await stage.eventsOf(review)];
      await stage.report(review, state, total);
      expect([await stage.rowOf(review), await stage.eventsOf(review)]).toEqual([row, events]);
      expect(await stage.attemptOf(review)).toMatchObject({ booked_amount: '60.00', suspense_amount: surplus });
    },
  );
});

describe('rejecting', () => {
  it('cancels the payment: event and audit entry, no money, and its order is voided by the sweep', async () => {
    const review = await stage.doubted();
    await stage.reject(await stage.reviewOf(review), 'forged');
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'receipt_rejected',
      manual_check_reason: null,
      actual_amount: '0.00',
      settlement_amount: '0.000000',
      commission_amount: '0.000000',
      event_sequence: 3,
      receipt_file_id: review.fileId,
    });
    expect(await stage.eventsOf(review)).toEqual([awaited, doubted, 'operation.cancelled']);
    expect(await stage.lastEventOf(review)).toMatchObject({
      sequence: 3,
      data: { status: 'cancelled', cancel_reason: 'receipt_rejected' },
    });
    expect([await stage.postingsOf(review), await stage.receiptsOf(review)]).toEqual([[], []]);
    expect(await stage.auditOf(review)).toMatchObject([
      {
        actor: tester.name,
        action: 'receipt.rejected',
        shop_id: stage.shop.shopId,
        before: waitsForUs,
        after: { status: 'cancelled', file_id: review.fileId, note: 'forged' },
      },
    ]);
    expect(await stage.stage.orders.find(review.attempt)).toMatchObject({ state: 'accepted' });
    await stage.stage.sweepOnce();
    expect(await stage.stage.orders.find(review.attempt)).toMatchObject({ state: 'voided' });
  });

  it('leaves to suspense what was noted before and what comes afterwards', async () => {
    const review = await stage.doubted();
    await stage.report(review, 'open', '30.00');
    await stage.reject(await stage.reviewOf(review));
    await stage.stage.applyPending();
    expect(await stage.attemptOf(review)).toMatchObject({ suspense_amount: '30.00' });
    await stage.report(review, 'paid', '100.00');
    expect(await stage.attemptOf(review)).toMatchObject({ suspense_amount: '100.00', booked_amount: '0.00' });
    expect(await stage.rowOf(review)).toMatchObject({ status: 'cancelled', actual_amount: '0.00' });
  });
});

describe('asking again', () => {
  const ask = async (): Promise<StagedReview & { readonly text: string }> => {
    const text = newId<string>();
    const review = await stage.doubted(text);
    await stage.askAgain(await stage.reviewOf(review), 'unreadable photo');
    return { ...review, text };
  };

  it('waits for another receipt: event and audit entry, and nothing under review', async () => {
    const review = await ask();
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'awaiting_confirmation',
      manual_check_reason: null,
      receipt_file_id: null,
      event_sequence: 3,
    });
    expect(await stage.eventsOf(review)).toEqual([awaited, doubted, awaited]);
    const event = await stage.lastEventOf(review);
    expect(event).toMatchObject({ sequence: 3, data: { status: 'awaiting_confirmation' } });
    expect(event.data).not.toHaveProperty('manual_check_reason');
    expect(await stage.auditOf(review)).toMatchObject([
      {
        actor: tester.name,
        action: 'receipt.asked_again',
        shop_id: stage.shop.shopId,
        before: waitsForUs,
        after: { status: 'awaiting_confirmation', file_id: review.fileId, note: 'unreadable photo' },
      },
    ]);
  });

  it('gives the payer the whole lifetime of the route again', async () => {
    const review = await stage.doubted();
    const past = db.database.raw(`now() - interval '1 hour'`);
    await db.database('operations').where({ operation_id: review.operationId }).update({ expires_at: past });
    await db.database('routes').where({ shop_id: stage.shop.shopId }).update({ lifetime_seconds: 7_200 });
    await stage.askAgain(await stage.reviewOf(review));
    await db.database('routes').where({ shop_id: stage.shop.shopId }).update({ lifetime_seconds: 1_800 });
    const { expires_at: expiresAt } = await stage.rowOf(review);
    const leftMs = expiresAt.getTime() - Date.now();
    expect(leftMs).toBeGreaterThan(7_100_000);
    expect(leftMs).toBeLessThan(7_260_000);
    await stage.stage.startExpiry()();
    expect(await stage.rowOf(review)).toMatchObject({ status: 'awaiting_confirmation', is_expiring: false });
  });

  it('takes another file, which is reviewed like the first', async () => {
    const review = await ask();
    const second = await stage.upload(review);
    expect(second.fileId).not.toBe(review.fileId);
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'awaiting_confirmation',
      receipt_file_id: second.fileId,
    });
    expect((await stage.filesOf(review)).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
    await stage.tell(second, doubtful('not_terminal'));
    await stage.approve(await stage.reviewOf(second), '100.00');
    expect(await stage.eventsOf(review)).toEqual([awaited, doubted, awaited, doubted, 'operation.completed']);
    expect(await stage.receiptsOf(review)).toMatchObject([{ file_id: second.fileId }]);
  });

  it('changes nothing for the first file: sent again, it is not taken again', async () => {
    const review = await ask();
    const before = await stage.traceOf(review);
    expect(await stage.confirm(review, review.text)).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await stage.traceOf(review)).toEqual(before);
  });

  it.each<[string, (payment: StagedCreate) => Promise<unknown>, object]>([
    [
      'cancels',
      ({ operationId }) => stage.stage.cancel({ operationId }),
      { status: 'cancelled', cancel_reason: 'merchant' },
    ],
    [
      'lets the lifetime run out',
      async ({ operationId }) => {
        const past = db.database.raw(`now() - interval '1 second'`);
        await db.database('operations').where({ operation_id: operationId }).update({ expires_at: past });
        await stage.stage.startExpiry()();
      },
      { status: 'cancelled', cancel_reason: 'expired' },
    ],
    ['pays', (payment) => stage.report(payment, 'paid', '100.00'), { status: 'completed', actual_amount: '100.00' }],
  ])('leaves the payment open: somebody %s', async (_what, step, end) => {
    const review = await ask();
    await step(review);
    expect(await stage.rowOf(review)).toMatchObject(end);
  });
});

describe.each(decisions)('%s', (_name, decide) => {
  const late = refused('review_decided_meanwhile');
  const expectRefusal = async (payment: StagedCreate, seen: ReviewRow, why = late): Promise<void> => {
    const before = await stage.traceOf(payment);
    await expect(decide(seen)).rejects.toThrow(why);
    expect(await stage.traceOf(payment)).toEqual(before);
  };

  it('is refused while the provider reviews', async () => {
    const review = await stage.submitted();
    await expectRefusal(review, await stage.reviewOf(review), refused('under_review_at_provider'));
    // Nor does what somebody believes to have seen change that.
    await expectRefusal(review, { ...(await stage.reviewOf(review)), status: 'manual_check' });
  });

  it.each(decisions)('is refused after %s, which somebody else did meanwhile', async (_other, other) => {
    const review = await stage.doubted();
    const seen = await stage.reviewOf(review);
    await other(seen);
    await expectRefusal(review, seen);
  });

  it.each<[string, (review: StagedReview) => Promise<unknown>]>([
    ['money', (review) => stage.report(review, 'paid', '100.00')],
    ['an accepted receipt', (review) => stage.tell(review, accepted('100.00'))],
    ['that nothing will come', (review) => stage.report(review, 'failed', '0.00')],
  ])('is refused after the provider reported %s', async (_what, step) => {
    const review = await stage.doubted();
    const seen = await stage.reviewOf(review);
    await step(review);
    await expectRefusal(review, seen);
  });

  it('is refused for another file than the one that was seen', async () => {
    const review = await stage.doubted();
    const seen = await stage.reviewOf(review);
    await stage.askAgain(seen);
    const second = await stage.upload(review);
    await expectRefusal(review, seen);
    await stage.tell(second, doubtful(null));
    await expectRefusal(review, seen);
  });

  it('does not happen when its audit entry cannot be written', async () => {
    const review = await stage.doubted();
    const seen = await stage.reviewOf(review);
    const before = await stage.traceOf(review);
    // The owner has the rights of the servers' role as well.
    await db.database.raw(`revoke insert on audit_log from current_user, ${serverRole}`);
    await expect(decide(seen)).rejects.toThrow('audit_log');
    await db.database.raw(`grant insert on audit_log to current_user, ${serverRole}`);
    expect(await stage.traceOf(review)).toEqual(before);
    await decide(seen);
  });
});

it.each([
  ['approving', (review: ReviewRow, note: string) => stage.approve(review, '100.00', note)],
  ['rejecting', (review: ReviewRow, note: string) => stage.reject(review, note)],
  ['asking again', (review: ReviewRow, note: string) => stage.askAgain(review, note)],
])('%s takes a note of a thousand characters and no more', async (_name, decide) => {
  const review = await stage.doubted();
  const seen = await stage.reviewOf(review);
  await expect(decide(seen, 'x'.repeat(1_001))).rejects.toThrow(refused('note_too_long', { limit: 1_000 }));
  await decide(seen, 'x'.repeat(1_000));
  expect((await stage.auditOf(review))[0].after.note).toHaveLength(1_000);
});

it('one of many decisions at once is carried out, and the others are told', async () => {
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const review = await stage.doubted();
      const seen = await stage.reviewOf(review);
      const results = await Promise.allSettled([...decisions, ...decisions].map(([, decide]) => decide(seen)));
      const refusals = results
        .filter((result) => result.status === 'rejected')
        .map(({ reason }) => reason as OperatorRefusal);
      expect(refusals.map(({ code }) => code)).toEqual(Array(results.length - 1).fill('review_decided_meanwhile'));
      const [entry, ...more] = await stage.auditOf(review);
      expect(more).toEqual([]);
      const { status } = await stage.rowOf(review);
      expect(entry.after.status).toBe(status);
      expect(await stage.sequencesOf(review)).toEqual([1, 2, 3]);
    }),
  );
});

it('a decision and the provider’s word at once have one outcome', async () => {
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const review = await stage.doubted();
      const seen = await stage.reviewOf(review);
      const [decided] = await Promise.allSettled([
        stage.reject(seen),
        stage.tell(review, accepted('100.00')),
        stage.tell(review, rejected),
      ]);
      const { status } = await stage.rowOf(review);
      expect(status).toBe(decided.status === 'fulfilled' ? 'cancelled' : 'completed');
      expect(await stage.auditOf(review)).toHaveLength(decided.status === 'fulfilled' ? 1 : 0);
      expect(await stage.attemptOf(review)).toMatchObject(
        status === 'completed' ? { booked_amount: '100.00' } : { suspense_amount: '100.00' },
      );
    }),
  );
});
