import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type AttemptId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import type { TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { accepted, createReviewHarness, doubtful, rejected, type ReviewHarness, type Told } from './review-fixture.ts';

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

const awaited = 'operation.awaiting_confirmation';
/** Figures of a cancelled payment. */
const nothing = { settlement_amount: '0.000000', commission_amount: '0.000000', actual_amount: '0.00' };
/** Each of those that bring no money. */
const withoutMoney: readonly (readonly [string, Told])[] = [
  ['rejected', rejected],
  ['suspicious', doubtful('suspicious')],
  ['not finished', doubtful('not_terminal')],
  ['doubtful without a reason', doubtful(null)],
  ['accepted without money', accepted('0.00')],
];

describe('an accepted receipt', () => {
  it.each([
    ['all', '100.00', '97.000000', '3.000000'],
    ['a part', '40.00', '38.800000', '1.200000'],
    ['more than all', '150.00', '145.500000', '4.500000'],
  ])('completes the payment with %s of the money, with one event', async (_what, total, settled, commission) => {
    const review = await harness.submitted();
    expect(await harness.tell(review, accepted(total))).toBe(true);
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'completed',
      actual_amount: total,
      settlement_amount: settled,
      commission_amount: commission,
      manual_check_reason: null,
      event_sequence: 2,
      receipt_file_id: review.fileId,
    });
    expect(await harness.eventsOf(review)).toEqual([awaited, 'operation.completed']);
    expect(await harness.lastEventOf(review)).toMatchObject({ data: { status: 'completed', actual_amount: total } });
    expect(await harness.postingsOf(review)).toEqual([
      `payment_settled available ${decimal(settled).toFixed(2)}`,
      `payment_settled clearing:sandbox-1 -${total}`,
      `payment_settled commission ${decimal(commission).toFixed(2)}`,
    ]);
    expect(await harness.auditOf(review)).toEqual([]);
  });

  it('is what the one transfer is shown by', async () => {
    const review = await harness.submitted();
    const evidence = [{ amount: decimal('100.00'), completedAt: new Date('2025-11-21T10:00:00Z') }];
    await harness.tell(review, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence });
    expect(await harness.receiptsOf(review)).toMatchObject([
      {
        amount: '100.00',
        is_synthetic: false,
        file_id: review.fileId,
        document_id: null,
        attempt_id: review.attempt.attemptId,
      },
    ]);
  });

  it('shows none of several transfers, nor one that its provider cannot name', async () => {
    const [several, unnamed] = [await harness.submitted(), await harness.submitted()];
    const evidence = ['60.00', '40.00'].map((amount) => ({ amount: decimal(amount), completedAt: new Date() }));
    await harness.tell(several, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence });
    await harness.tell(unnamed, accepted('100.00'));
    expect((await harness.receiptsOf(several)).map(({ file_id: shown }) => shown)).toEqual([null, null]);
    expect(await harness.receiptsOf(unnamed)).toMatchObject([{ is_synthetic: true, file_id: null }]);
  });

  it('whose evidence comes later completes the payment without it', async () => {
    const review = await harness.submitted();
    await harness.tell(review, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence: 'later' });
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', is_evidence_pending: true });
    expect(await harness.receiptsOf(review)).toEqual([]);
    expect((await harness.attemptOf(review)).evidence_due_at).not.toBeNull();
  });

  it('counts all of the money that was noted, where that is more', async () => {
    const review = await harness.submitted();
    await harness.report(review, 'open', '70.00');
    await harness.tell(review, accepted('60.00'));
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '70.00' });
  });

  it('completes a payment that an operator was to decide about', async () => {
    const review = await harness.doubted();
    expect(await harness.tell(review, accepted('100.00'))).toBe(true);
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', manual_check_reason: null });
    expect(await harness.eventsOf(review)).toEqual([awaited, 'operation.manual_check', 'operation.completed']);
  });
});

describe('a rejected receipt', () => {
  it('cancels the payment with one event, and its order is voided by the sweep', async () => {
    const review = await harness.submitted();
    expect(await harness.tell(review, rejected)).toBe(true);
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'receipt_rejected',
      ...nothing,
    });
    expect(await harness.eventsOf(review)).toEqual([awaited, 'operation.cancelled']);
    expect(await harness.lastEventOf(review)).toMatchObject({
      sequence: 2,
      data: { status: 'cancelled', cancel_reason: 'receipt_rejected' },
    });
    expect(await harness.postingsOf(review)).toEqual([]);
    expect(await harness.auditOf(review)).toEqual([]);
    await harness.payment.sweepOnce();
    expect(await harness.payment.orders.find(review.attempt)).toMatchObject({ state: 'voided' });
    expect((await harness.attemptOf(review)).check_at).toBeNull();
  });

  it('leaves to suspense what was noted and what comes later', async () => {
    const review = await harness.submitted();
    await harness.report(review, 'open', '30.00');
    await harness.tell(review, rejected);
    await harness.payment.applyPending();
    expect(await harness.postingsOf(review)).toEqual(['surplus clearing:sandbox-1 -30.00', 'surplus suspense 30.00']);
    await harness.tell(review, accepted('100.00'));
    expect(await harness.attemptOf(review)).toMatchObject({ suspense_amount: '100.00', booked_amount: '0.00' });
    expect(await harness.rowOf(review)).toMatchObject({ status: 'cancelled', ...nothing });
  });
});

describe('a doubtful receipt', () => {
  it.each<[string, Told, string]>([
    ['suspicious', doubtful('suspicious'), 'potential_fake'],
    ['of a transfer that is not finished', doubtful('not_terminal'), 'not_terminal'],
    ['doubted without a reason', doubtful(null), 'potential_fake'],
    ['accepted without any money', accepted('0.00'), 'potential_fake'],
  ])('that is %s waits for an operator, with one event', async (_how, told, reason) => {
    const review = await harness.submitted();
    expect(await harness.tell(review, told)).toBe(true);
    expect(await harness.rowOf(review)).toMatchObject({
      status: 'manual_check',
      manual_check_reason: reason,
      receipt_file_id: review.fileId,
      finished_at: null,
    });
    expect(await harness.eventsOf(review)).toEqual([awaited, 'operation.manual_check']);
    expect(await harness.lastEventOf(review)).toMatchObject({
      sequence: 2,
      data: { status: 'manual_check', manual_check_reason: reason },
    });
    expect(await harness.postingsOf(review)).toEqual([]);
    expect(await harness.payment.orders.find(review.attempt)).toMatchObject({ state: 'accepted' });
  });
});

describe.each(withoutMoney)('a verdict that a receipt is %s changes nothing', (_what, told) => {
  const expectNothing = async (payment: TestCreate, tell: () => Promise<boolean>): Promise<void> => {
    const [before, followUps] = [await harness.traceOf(payment), harness.heard.followUps];
    expect(await tell()).toBe(false);
    expect(await harness.traceOf(payment)).toEqual(before);
    expect(harness.heard.followUps).toBe(followUps);
  };

  it('when it comes again, or when an operator has to decide', async () => {
    const [told1, doubted] = [await harness.submitted(), await harness.doubted()];
    await harness.tell(told1, told);
    for (const review of [told1, doubted]) await expectNothing(review, () => harness.tell(review, told));
  });

  it('about an earlier file, whether or not there is another one', async () => {
    const earlier = await harness.doubted();
    await harness.askAgain(await harness.reviewOf(earlier));
    await expectNothing(earlier, () => harness.tell(earlier, told));
    await harness.upload(earlier);
    await expectNothing(earlier, () => harness.tell(earlier, told));
  });

  it('after the payment was completed or cancelled', async () => {
    const [paid, ended] = [await harness.submitted(), await harness.submitted()];
    await harness.report(paid, 'paid', '100.00');
    await harness.report(ended, 'failed', '0.00');
    for (const review of [paid, ended]) await expectNothing(review, () => harness.tell(review, told));
  });

  it('about a file that is not of this attempt, and about an attempt that never was', async () => {
    const [review, other] = [await harness.submitted(), await harness.submitted()];
    await expectNothing(review, () => harness.tell({ attempt: review.attempt, fileId: newId() }, told));
    await expectNothing(review, () => harness.tell({ attempt: other.attempt, fileId: review.fileId }, told));
    const unknown = { shopId: harness.shop.shopId, attemptId: newId<AttemptId>() };
    await expectNothing(review, () => harness.tell({ attempt: unknown, fileId: review.fileId }, told));
  });
});

describe('money', () => {
  it('counts whatever file it is told about', async () => {
    const [alone, replaced] = [await harness.doubted(), await harness.doubted()];
    for (const review of [alone, replaced]) await harness.askAgain(await harness.reviewOf(review));
    await harness.upload(replaced);
    for (const review of [alone, replaced]) {
      expect(await harness.tell(review, accepted('100.00'))).toBe(true);
      expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '100.00' });
    }
  });

  it('that is told twice counts once, and what is more than was counted goes to suspense', async () => {
    const review = await harness.submitted();
    await Promise.all(Array.from({ length: 4 }, () => harness.tell(review, accepted('60.00'))));
    const before = await harness.traceOf(review);
    await harness.tell(review, accepted('60.00'));
    expect(await harness.traceOf(review)).toEqual(before);
    await harness.tell(review, accepted('100.00'));
    expect(await harness.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '60.00' });
    expect(await harness.attemptOf(review)).toMatchObject({ booked_amount: '60.00', suspense_amount: '40.00' });
  });

  it('of an attempt that never was belongs to no payment', async () => {
    const attempt = { shopId: harness.shop.shopId, attemptId: newId<AttemptId>() };
    expect(await harness.tell({ attempt, fileId: newId() }, accepted('1.00'))).toBe(false);
  });
});

it('has one outcome when verdicts contradict each other at once', async () => {
  const ends = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const review = await harness.submitted();
      const told = [accepted('100.00'), rejected, doubtful('not_terminal')];
      await Promise.all(told.map((each) => harness.tell(review, each)));
      const { status, event_sequence: last } = await harness.rowOf(review);
      const sequences = await harness.sequencesOf(review);
      expect(sequences).toEqual(Array.from({ length: last }, (_each, index) => index + 1));
      const { booked_amount: booked, suspense_amount: suspense } = await harness.attemptOf(review);
      // Where the rejection came first, the money that was accepted is in suspense.
      expect([booked, suspense]).toEqual(status === 'completed' ? ['100.00', '0.00'] : ['0.00', '100.00']);
      return status;
    }),
  );
  expect(ends.filter((status) => status !== 'completed' && status !== 'cancelled')).toEqual([]);
});
