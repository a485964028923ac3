import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { OperatorRefusal } from '#platform/refusals';
import { brokenInvariants } from '#test/faults/clean-check';
import type { TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { serverRole } from '#test/support/database-names';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import {
  accepted,
  createReviewHarness,
  doubtful,
  rejected,
  type ReviewHarness,
  type TestReview,
} from './review-fixture.ts';
import type { ReviewRow } from './reviews-store.ts';

let db: TestDatabase;
let harness: ReviewHarness;
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReviewHarness(db);
});
afterAll(async () => {
  await harness.payment.sweepOnce();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const [awaited, doubted] = ['operation.awaiting_confirmation', 'operation.manual_check'];
const waitsForUs = { status: 'manual_check', reason: 'potential_fake' };

type Decide = (review: ReviewRow) => Promise<void>;
const decisions: readonly (readonly [string, Decide])[] = [
  ['approving', (review) => harness.approve(review, '100.00')],
  ['rejecting', (review) => harness.reject(review)],
  ['asking again', (review) => harness.askAgain(review)],
];

describe('approving', () => {
  it('with no money is refused: that is a rejection', async () => {
    const review = await harness.doubted();
    const before = await harness.traceOf(review);
    await expect(harness.approve(await harness.reviewOf(review), '0.00')).rejects.toThrow(
      refused('approval_without_amount'),
    );
    expect(await harness.traceOf(review)).toEqual(before);
  });

  it.each([
    ['what was expected', '100.00', '97.000000', '3.000000'],
    ['less', '40.00', '38.800000', '1.200000'],
    ['more', '150.00', '145.500000', '4.500000'],
  ])(
    'completes the payment with %s: figures, postings, receipt, event and audit entry',
    async (_what, amount, settled, commission) => {
      const review = await harness.doubted();
      await harness.approve(await harness.reviewOf(review), amount, 'seen at the bank');
      expect(await harness.rowOf(review)).toMatchObject({
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
      expect(await harness.eventsOf(review)).toEqual([awaited, doubted, 'operation.completed']);
      expect(await harness.sequencesOf(review)).toEqual([1, 2, 3]);
      const event = await harness.lastEventOf(review);
      expect(event.data).toMatchObject({ status: 'completed', actual_amount: amount });
      expect(event.data).not.toHaveProperty('manual_check_reason');
      expect(await harness.postingsOf(review)).toEqual([
        `payment_settled available ${decimal(settled).toFixed(2)}`,
        `payment_settled clearing:sandbox-1 -${amount}`,
        `payment_settled commission ${decimal(commission).toFixed(2)}`,
      ]);
      expect(await harness.receiptsOf(review)).toMatchObject([
        {
          amount,
          is_synthetic: false,
          file_id: review.fileId,
          document_id: null,
          attempt_id: review.attempt.attemptId,
        },
      ]);
      expect(await harness.auditOf(review)).toMatchObject([
        {
          actor: tester.name,
          action: 'receipt.approved',
          shop_id: harness.shop.shopId,
          before: waitsForUs,
          after: { status: 'completed', file_id: review.fileId, actual_amount: amount, note: 'seen at the bank' },
        },
      ]);
    },
  );

  it('never takes less than the provider has reported, and takes that', async () => {
    const review = await harness.doubted();
    await harness.report(review, 'open', '60.00');
    const before = await harness.traceOf(review);
    await expect(harness.approve(await harness.reviewOf(review), '59.99')).rejects.toThrow(
      refused('approval_below_report', { amount: '59.99', currency: 'RUB' }),
    );
    expect(await harness.traceOf(review)).toEqual(before);
    await harness.approve(await harness.reviewOf(review), '60.00');
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '60.00' });
  });

  it.each<[string, 'paid' | 'failed', string, string]>([
    ['the same', 'paid', '60.00', '0.00'],
    ['less', 'paid', '20.00', '0.00'],
    ['that nothing came', 'failed', '0.00', '0.00'],
    ['more', 'paid', '100.00', '40.00'],
  ])(
    'holds when its provider reports %s afterwards; what is more goes to suspense',
    async (_what, state, total, surplus) => {
      const review = await harness.doubted();
      await harness.approve(await harness.reviewOf(review), '60.00');
      const [row, events] = [await harness.rowOf(review), await harness.eventsOf(review)];
      await harness.report(review, state, total);
      expect([await harness.rowOf(review), await harness.eventsOf(review)]).toEqual([row, events]);
      expect(await harness.attemptOf(review)).toMatchObject({ booked_amount: '60.00', suspense_amount: surplus });
    },
  );
});

describe('rejecting', () => {
  it('cancels the payment: event and audit entry, no money, and its order is voided by the sweep', async () => {
    const review = await harness.doubted();
    await harness.reject(await harness.reviewOf(review), 'forged');
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'receipt_rejected',
      manual_check_reason: null,
      actual_amount: '0.00',
      settlement_amount: '0.000000',
      commission_amount: '0.000000',
      event_sequence: 3,
      receipt_file_id: review.fileId,
    });
    expect(await harness.eventsOf(review)).toEqual([awaited, doubted, 'operation.cancelled']);
    expect(await harness.lastEventOf(review)).toMatchObject({
      sequence: 3,
      data: { status: 'cancelled', cancel_reason: 'receipt_rejected' },
    });
    expect([await harness.postingsOf(review), await harness.receiptsOf(review)]).toEqual([[], []]);
    expect(await harness.auditOf(review)).toMatchObject([
      {
        actor: tester.name,
        action: 'receipt.rejected',
        shop_id: harness.shop.shopId,
        before: waitsForUs,
        after: { status: 'cancelled', file_id: review.fileId, note: 'forged' },
      },
    ]);
    expect(await harness.payment.orders.find(review.attempt)).toMatchObject({ state: 'accepted' });
    await harness.payment.sweepOnce();
    expect(await harness.payment.orders.find(review.attempt)).toMatchObject({ state: 'voided' });
  });

  it('leaves to suspense what was noted before and what comes afterwards', async () => {
    const review = await harness.doubted();
    await harness.report(review, 'open', '30.00');
    await harness.reject(await harness.reviewOf(review));
    await harness.payment.applyPending();
    expect(await harness.attemptOf(review)).toMatchObject({ suspense_amount: '30.00' });
    await harness.report(review, 'paid', '100.00');
    expect(await harness.attemptOf(review)).toMatchObject({ suspense_amount: '100.00', booked_amount: '0.00' });
    expect(await harness.rowOf(review)).toMatchObject({ status: 'cancelled', actual_amount: '0.00' });
  });
});

describe('asking again', () => {
  const ask = async (): Promise<TestReview & { readonly text: string }> => {
    const text = newId<string>();
    const review = await harness.doubted(text);
    await harness.askAgain(await harness.reviewOf(review), 'unreadable photo');
    return { ...review, text };
  };

  it('waits for another receipt: event and audit entry, and nothing under review', async () => {
    const review = await ask();
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'awaiting_confirmation',
      manual_check_reason: null,
      receipt_file_id: null,
      event_sequence: 3,
    });
    expect(await harness.eventsOf(review)).toEqual([awaited, doubted, awaited]);
    const event = await harness.lastEventOf(review);
    expect(event).toMatchObject({ sequence: 3, data: { status: 'awaiting_confirmation' } });
    expect(event.data).not.toHaveProperty('manual_check_reason');
    expect(await harness.auditOf(review)).toMatchObject([
      {
        actor: tester.name,
        action: 'receipt.asked_again',
        shop_id: harness.shop.shopId,
        before: waitsForUs,
        after: { status: 'awaiting_confirmation', file_id: review.fileId, note: 'unreadable photo' },
      },
    ]);
  });

  it('gives the payer the whole lifetime of the route again', async () => {
    const review = await harness.doubted();
    const past = db.database.raw(`now() - interval '1 hour'`);
    await db.database('operations').where({ operation_id: review.operationId }).update({ expires_at: past });
    await db.database('routes').where({ shop_id: harness.shop.shopId }).update({ lifetime_seconds: 7_200 });
    await harness.askAgain(await harness.reviewOf(review));
    await db.database('routes').where({ shop_id: harness.shop.shopId }).update({ lifetime_seconds: 1_800 });
    const { expires_at: expiresAt } = await harness.rowOf(review);
    const leftMs = expiresAt.getTime() - Date.now();
    expect(leftMs).toBeGreaterThan(7_100_000);
    expect(leftMs).toBeLessThan(7_260_000);
    await harness.payment.startExpiry()();
    expect(await harness.rowOf(review)).toMatchObject({ status: 'awaiting_confirmation', is_expiring: false });
  });

  it('takes another file, which is reviewed like the first', async () => {
    const review = await ask();
    const second = await harness.upload(review);
    expect(second.fileId).not.toBe(review.fileId);
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'awaiting_confirmation',
      receipt_file_id: second.fileId,
    });
    expect((await harness.filesOf(review)).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
    await harness.tell(second, doubtful('not_terminal'));
    await harness.approve(await harness.reviewOf(second), '100.00');
    expect(await harness.eventsOf(review)).toEqual([awaited, doubted, awaited, doubted, 'operation.completed']);
    expect(await harness.receiptsOf(review)).toMatchObject([{ file_id: second.fileId }]);
  });

  it('changes nothing for the first file: sent again, it is not taken again', async () => {
    const review = await ask();
    const before = await harness.traceOf(review);
    expect(await harness.confirm(review, review.text)).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await harness.traceOf(review)).toEqual(before);
  });

  it.each<[string, (payment: TestCreate) => Promise<unknown>, object]>([
    [
      'the merchant cancels it',
      ({ operationId }) => harness.payment.cancel({ operationId }),
      { status: 'cancelled', cancel_reason: 'merchant' },
    ],
    [
      'its lifetime runs out',
      async ({ operationId }) => {
        const past = db.database.raw(`now() - interval '1 second'`);
        await db.database('operations').where({ operation_id: operationId }).update({ expires_at: past });
        await harness.payment.startExpiry()();
      },
      { status: 'cancelled', cancel_reason: 'expired' },
    ],
    [
      'the payer pays it',
      (payment) => harness.report(payment, 'paid', '100.00'),
      { status: 'completed', actual_amount: '100.00' },
    ],
  ])('leaves the payment open: %s', async (_what, step, end) => {
    const review = await ask();
    await step(review);
    expect(await harness.rowOf(review)).toMatchObject(end);
  });
});

describe.each(decisions)('%s', (_name, decide) => {
  const late = refused('review_decided_meanwhile');
  const expectRefusal = async (payment: TestCreate, seen: ReviewRow, why = late): Promise<void> => {
    const before = await harness.traceOf(payment);
    await expect(decide(seen)).rejects.toThrow(why);
    expect(await harness.traceOf(payment)).toEqual(before);
  };

  it('is refused while the provider reviews', async () => {
    const review = await harness.submitted();
    await expectRefusal(review, await harness.reviewOf(review), refused('under_review_at_provider'));
    // Nor does what an operator believes to have seen change that.
    await expectRefusal(review, { ...(await harness.reviewOf(review)), status: 'manual_check' });
  });

  it.each(decisions)('is refused after %s, which another operator did meanwhile', async (_other, other) => {
    const review = await harness.doubted();
    const seen = await harness.reviewOf(review);
    await other(seen);
    await expectRefusal(review, seen);
  });

  it.each<[string, (review: TestReview) => Promise<unknown>]>([
    ['money', (review) => harness.report(review, 'paid', '100.00')],
    ['an accepted receipt', (review) => harness.tell(review, accepted('100.00'))],
    ['that nothing will come', (review) => harness.report(review, 'failed', '0.00')],
  ])('is refused after the provider reported %s', async (_what, step) => {
    const review = await harness.doubted();
    const seen = await harness.reviewOf(review);
    await step(review);
    await expectRefusal(review, seen);
  });

  it('is refused for another file than the one that was seen', async () => {
    const review = await harness.doubted();
    const seen = await harness.reviewOf(review);
    await harness.askAgain(seen);
    const second = await harness.upload(review);
    await expectRefusal(review, seen);
    await harness.tell(second, doubtful(null));
    await expectRefusal(review, seen);
  });

  it('does not happen when its audit entry cannot be written', async () => {
    const review = await harness.doubted();
    const seen = await harness.reviewOf(review);
    const before = await harness.traceOf(review);
    // The owner has the rights of the servers' role as well.
    await db.database.raw(`revoke insert on audit_log from current_user, ${serverRole}`);
    await expect(decide(seen)).rejects.toThrow('audit_log');
    await db.database.raw(`grant insert on audit_log to current_user, ${serverRole}`);
    expect(await harness.traceOf(review)).toEqual(before);
    await decide(seen);
  });
});

it.each([
  ['approving', (review: ReviewRow, note: string) => harness.approve(review, '100.00', note)],
  ['rejecting', (review: ReviewRow, note: string) => harness.reject(review, note)],
  ['asking again', (review: ReviewRow, note: string) => harness.askAgain(review, note)],
])('%s takes a note of a thousand characters and no more', async (_name, decide) => {
  const review = await harness.doubted();
  const seen = await harness.reviewOf(review);
  await expect(decide(seen, 'x'.repeat(1_001))).rejects.toThrow(refused('note_too_long', { limit: 1_000 }));
  await decide(seen, 'x'.repeat(1_000));
  expect((await harness.auditOf(review))[0].after.note).toHaveLength(1_000);
});

it('one of many decisions at once is carried out, and the others are told', async () => {
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const review = await harness.doubted();
      const seen = await harness.reviewOf(review);
      const results = await Promise.allSettled([...decisions, ...decisions].map(([, decide]) => decide(seen)));
      const refusals = results
        .filter((result) => result.status === 'rejected')
        .map(({ reason }) => reason as OperatorRefusal);
      expect(refusals.map(({ code }) => code)).toEqual(Array(results.length - 1).fill('review_decided_meanwhile'));
      const [entry, ...more] = await harness.auditOf(review);
      expect(more).toEqual([]);
      const { status } = await harness.rowOf(review);
      expect(entry.after.status).toBe(status);
      expect(await harness.sequencesOf(review)).toEqual([1, 2, 3]);
    }),
  );
});

it('a decision and the provider’s word at once have one outcome', async () => {
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const review = await harness.doubted();
      const seen = await harness.reviewOf(review);
      const [decided] = await Promise.allSettled([
        harness.reject(seen),
        harness.tell(review, accepted('100.00')),
        harness.tell(review, rejected),
      ]);
      const { status } = await harness.rowOf(review);
      expect(status).toBe(decided.status === 'fulfilled' ? 'cancelled' : 'completed');
      expect(await harness.auditOf(review)).toHaveLength(decided.status === 'fulfilled' ? 1 : 0);
      expect(await harness.attemptOf(review)).toMatchObject(
        status === 'completed' ? { booked_amount: '100.00' } : { suspense_amount: '100.00' },
      );
    }),
  );
});
