import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type AttemptId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import type { StagedCreate } from '#test/faults/payment-stage';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { accepted, createReviewStage, doubtful, rejected, type ReviewStage, type Told } from './review-fixture.ts';

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
    const review = await stage.submitted();
    expect(await stage.tell(review, accepted(total))).toBe(true);
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'completed',
      actual_amount: total,
      settlement_amount: settled,
      commission_amount: commission,
      manual_check_reason: null,
      event_sequence: 2,
      receipt_file_id: review.fileId,
    });
    expect(await stage.eventsOf(review)).toEqual([awaited, 'operation.completed']);
    expect(await stage.lastEventOf(review)).toMatchObject({ data: { status: 'completed', actual_amount: total } });
    expect(await stage.postingsOf(review)).toEqual([
      `payment_settled available ${decimal(settled).toFixed(2)}`,
      `payment_settled clearing:sandbox-1 -${total}`,
      `payment_settled commission ${decimal(commission).toFixed(2)}`,
    ]);
    expect(await stage.auditOf(review)).toEqual([]);
  });

  it('is what the one transfer is shown by', async () => {
    const review = await stage.submitted();
    const evidence = [{ amount: decimal('100.00'), completedAt: new Date('2025-11-21T10:00:00Z') }];
    await stage.tell(review, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence });
    expect(await stage.receiptsOf(review)).toMatchObject([
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
    const [several, unnamed] = [await stage.submitted(), await stage.submitted()];
    const evidence = ['60.00', '40.00'].map((amount) => ({ amount: decimal(amount), completedAt: new Date() }));
    await stage.tell(several, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence });
    await stage.tell(unnamed, accepted('100.00'));
    expect((await stage.receiptsOf(several)).map(({ file_id: shown }) => shown)).toEqual([null, null]);
    expect(await stage.receiptsOf(unnamed)).toMatchObject([{ is_synthetic: true, file_id: null }]);
  });

  it('whose evidence comes later completes the payment without it', async () => {
    const review = await stage.submitted();
    await stage.tell(review, { outcome: 'accepted', paidTotal: decimal('100.00'), evidence: 'later' });
    expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', is_evidence_pending: true });
    expect(await stage.receiptsOf(review)).toEqual([]);
    expect((await stage.attemptOf(review)).evidence_due_at).not.toBeNull();
  });

  it('counts all of the money that was noted, where that is more', async () => {
    const review = await stage.submitted();
    await stage.report(review, 'open', '70.00');
    await stage.tell(review, accepted('60.00'));
    expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '70.00' });
  });

  it('completes a payment that an operator was to decide about', async () => {
    const review = await stage.doubted();
    expect(await stage.tell(review, accepted('100.00'))).toBe(true);
    expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', manual_check_reason: null });
    expect(await stage.eventsOf(review)).toEqual([awaited, 'operation.manual_check', 'operation.completed']);
  });
});

describe('a rejected receipt', () => {
  it('cancels the payment with one event, and its order is voided by the sweep', async () => {
    const review = await stage.submitted();
    expect(await stage.tell(review, rejected)).toBe(true);
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'receipt_rejected',
      ...nothing,
    });
    expect(await stage.eventsOf(review)).toEqual([awaited, 'operation.cancelled']);
    expect(await stage.lastEventOf(review)).toMatchObject({
      sequence: 2,
      data: { status: 'cancelled', cancel_reason: 'receipt_rejected' },
    });
    expect(await stage.postingsOf(review)).toEqual([]);
    expect(await stage.auditOf(review)).toEqual([]);
    await stage.stage.sweepOnce();
    expect(await stage.stage.orders.find(review.attempt)).toMatchObject({ state: 'voided' });
    expect((await stage.attemptOf(review)).check_at).toBeNull();
  });

  it('leaves to suspense what was noted and what comes later', async () => {
    const review = await stage.submitted();
    await stage.report(review, 'open', '30.00');
    await stage.tell(review, rejected);
    await stage.stage.applyPending();
    expect(await stage.postingsOf(review)).toEqual(['surplus clearing:sandbox-1 -30.00', 'surplus suspense 30.00']);
    await stage.tell(review, accepted('100.00'));
    expect(await stage.attemptOf(review)).toMatchObject({ suspense_amount: '100.00', booked_amount: '0.00' });
    expect(await stage.rowOf(review)).toMatchObject({ status: 'cancelled', ...nothing });
  });
});

describe('a doubtful receipt', () => {
  it.each<[string, Told, string]>([
    ['suspicious', doubtful('suspicious'), 'potential_fake'],
    ['of a transfer that is not finished', doubtful('not_terminal'), 'not_terminal'],
    ['doubted without a reason', doubtful(null), 'potential_fake'],
    ['accepted without any money', accepted('0.00'), 'potential_fake'],
  ])('that is %s waits for an operator, with one event', async (_how, told, reason) => {
    const review = await stage.submitted();
    expect(await stage.tell(review, told)).toBe(true);
    expect(await stage.rowOf(review)).toMatchObject({
      status: 'manual_check',
      manual_check_reason: reason,
      receipt_file_id: review.fileId,
      finished_at: null,
    });
    expect(await stage.eventsOf(review)).toEqual([awaited, 'operation.manual_check']);
    expect(await stage.lastEventOf(review)).toMatchObject({
      sequence: 2,
      data: { status: 'manual_check', manual_check_reason: reason },
    });
    expect(await stage.postingsOf(review)).toEqual([]);
    expect(await stage.stage.orders.find(review.attempt)).toMatchObject({ state: 'accepted' });
  });
});

describe.each(withoutMoney)('a verdict that a receipt is %s changes nothing', (_what, told) => {
  const expectNothing = async (payment: StagedCreate, tell: () => Promise<boolean>): Promise<void> => {
    const [before, followUps] = [await stage.traceOf(payment), stage.heard.followUps];
    expect(await tell()).toBe(false);
    expect(await stage.traceOf(payment)).toEqual(before);
    expect(stage.heard.followUps).toBe(followUps);
  };

  it('when it comes again, or when an operator has to decide', async () => {
    const [told1, doubted] = [await stage.submitted(), await stage.doubted()];
    await stage.tell(told1, told);
    for (const review of [told1, doubted]) await expectNothing(review, () => stage.tell(review, told));
  });

  it('about an earlier file, whether or not there is another one', async () => {
    const earlier = await stage.doubted();
    await stage.askAgain(await stage.reviewOf(earlier));
    await expectNothing(earlier, () => stage.tell(earlier, told));
    await stage.upload(earlier);
    await expectNothing(earlier, () => stage.tell(earlier, told));
  });

  it('after the payment was completed or cancelled', async () => {
    const [paid, ended] = [await stage.submitted(), await stage.submitted()];
    await stage.report(paid, 'paid', '100.00');
    await stage.report(ended, 'failed', '0.00');
    for (const review of [paid, ended]) await expectNothing(review, () => stage.tell(review, told));
  });

  it('about a file that is not of this attempt, and about an attempt that never was', async () => {
    const [review, other] = [await stage.submitted(), await stage.submitted()];
    await expectNothing(review, () => stage.tell({ attempt: review.attempt, fileId: newId() }, told));
    await expectNothing(review, () => stage.tell({ attempt: other.attempt, fileId: review.fileId }, told));
    const unknown = { shopId: stage.shop.shopId, attemptId: newId<AttemptId>() };
    await expectNothing(review, () => stage.tell({ attempt: unknown, fileId: review.fileId }, told));
  });
});

describe('money', () => {
  it('counts whatever file it is told about', async () => {
    const [alone, replaced] = [await stage.doubted(), await stage.doubted()];
    for (const review of [alone, replaced]) await stage.askAgain(await stage.reviewOf(review));
    await stage.upload(replaced);
    for (const review of [alone, replaced]) {
      expect(await stage.tell(review, accepted('100.00'))).toBe(true);
      expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '100.00' });
    }
  });

  it('that is told twice counts once, and what is more than was counted goes to suspense', async () => {
    const review = await stage.submitted();
    await Promise.all(Array.from({ length: 4 }, () => stage.tell(review, accepted('60.00'))));
    const before = await stage.traceOf(review);
    await stage.tell(review, accepted('60.00'));
    expect(await stage.traceOf(review)).toEqual(before);
    await stage.tell(review, accepted('100.00'));
    expect(await stage.rowOf(review)).toMatchObject({ status: 'completed', actual_amount: '60.00' });
    expect(await stage.attemptOf(review)).toMatchObject({ booked_amount: '60.00', suspense_amount: '40.00' });
  });

  it('of an attempt that never was is nobody’s', async () => {
    const attempt = { shopId: stage.shop.shopId, attemptId: newId<AttemptId>() };
    expect(await stage.tell({ attempt, fileId: newId() }, accepted('1.00'))).toBe(false);
  });
});

it('has one outcome when verdicts contradict each other at once', async () => {
  const ends = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const review = await stage.submitted();
      const told = [accepted('100.00'), rejected, doubtful('not_terminal')];
      await Promise.all(told.map((each) => stage.tell(review, each)));
      const { status, event_sequence: last } = await stage.rowOf(review);
      const sequences = await stage.sequencesOf(review);
      expect(sequences).toEqual(Array.from({ length: last }, (_each, index) => index + 1));
      const { booked_amount: booked, suspense_amount: suspense } = await stage.attemptOf(review);
      // Where the rejection came first, the money that was accepted is in suspense.
      expect([booked, suspense]).toEqual(status === 'completed' ? ['100.00', '0.00'] : ['0.00', '100.00']);
      return status;
    }),
  );
  expect(ends.filter((status) => status !== 'completed' && status !== 'cancelled')).toEqual([]);
});
