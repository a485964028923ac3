import { createPaymentFactsStore } from '#features/payments';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { ReceiptVerdict } from '#providers';
import { createSandboxOrders } from '#providers/sandbox';
import type { TestCreate } from '#test/faults/payment-harness';
import type { TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { applyReceiptVerdict } from './apply-receipt-verdict.ts';
import { approveReview, askForReceiptAgain, rejectReview } from './decide-review.ts';
import { createReceiptHarness } from '../receipts-fixture.ts';
import { createReviewsStore, type ReviewRow } from './reviews-store.ts';

export type TestReview = TestCreate & { readonly fileId: string };

/** A verdict without the file that it is about. */
export type Told = ReceiptVerdict extends infer Each
  ? Each extends ReceiptVerdict
    ? Omit<Each, 'attempt' | 'fileId'>
    : never
  : never;

export const accepted = (total: string): Told => ({ outcome: 'accepted', paidTotal: decimal(total), evidence: [] });
export const rejected: Told = { outcome: 'rejected' };
export const doubtful = (reason: 'suspicious' | 'not_terminal' | null): Told => ({ outcome: 'doubtful', reason });

/** Verdicts and decisions, without HTTP and without background work; the provider voids what it is asked to. */
export const createReviewHarness = async (db: TestDatabase) => {
  const { database } = db;
  const orders = createSandboxOrders(database);
  const receipts = await createReceiptHarness(db, {
    voidPayment: async (attempt) => {
      const { state, paid_amount: paid } = await orders.void(attempt, 'sandbox-1');
      return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
    },
  });
  const { payment: harness, metrics } = receipts;
  const reviews = createReviewsStore(database);
  const needs = { reviews, facts: createPaymentFactsStore(database) };
  const heard = { followUps: 0 };
  const followUp = (): void => {
    heard.followUps += 1;
  };
  const decision = (note: string | null) => ({ actor: tester, note });
  const reviewOf = async ({ operationId }: TestCreate): Promise<ReviewRow> => {
    const review = await reviews.find(operationId);
    if (review === null) throw new Error(`No receipt of ${operationId} is under review.`);
    return review;
  };
  const tell = ({ attempt, fileId }: Pick<ReceiptVerdict, 'attempt' | 'fileId'>, told: Told): Promise<boolean> =>
    applyReceiptVerdict({ reviews, applyFact: harness.applyFact, metrics, followUp }, { attempt, fileId, ...told });
  const upload = async (create: TestCreate, text: string = newId()): Promise<TestReview> => {
    await receipts.confirm(create, text);
    return { ...create, fileId: (await reviewOf(create)).file_id };
  };
  /** Its provider reviews a receipt that is new to the database. */
  const submitted = async (text?: string): Promise<TestReview> => upload(await receipts.awaiting(), text);
  const attemptOf = ({ attempt }: TestCreate) => database('attempts').where({ attempt_id: attempt.attemptId }).first();
  /** As `kind account amount`. */
  const postingsOf = async ({ operationId }: TestCreate): Promise<string[]> => {
    const lines = await database('ledger_postings')
      .join('ledger_transactions', 'ledger_transactions.transaction_id', 'ledger_postings.transaction_id')
      .where({ operation_id: operationId })
      .orderBy(['kind', 'account']);
    return lines.map(({ kind, account, amount }) => `${kind} ${account} ${decimal(amount).toFixed(2)}`);
  };
  const receiptsOf = ({ operationId }: TestCreate) => database('receipts').where({ operation_id: operationId });
  const auditOf = ({ operationId }: TestCreate) =>
    database('audit_log').where({ subject: operationId }).whereLike('action', 'receipt.%').orderBy('created_at');
  return {
    ...receipts,
    heard,
    upload,
    submitted,
    /** An operator has to decide. */
    doubted: async (text?: string): Promise<TestReview> => {
      const review = await submitted(text);
      await tell(review, doubtful('suspicious'));
      return review;
    },
    reviewOf,
    tell,
    /** What its provider says apart from reviews. */
    report: ({ attempt }: TestCreate, state: 'open' | 'paid' | 'failed', total: string): Promise<boolean> =>
      harness.applyFact({ attempt, state, paidTotal: decimal(total), evidence: [] }),
    approve: (review: ReviewRow, amount: string, note: string | null = null): Promise<void> =>
      approveReview(needs, review, decimal(amount), decision(note)),
    reject: (review: ReviewRow, note: string | null = null): Promise<void> =>
      rejectReview(needs, review, decision(note)),
    askAgain: (review: ReviewRow, note: string | null = null): Promise<void> =>
      askForReceiptAgain(needs, review, decision(note)),
    attemptOf,
    sequencesOf: ({ operationId }: TestCreate): Promise<number[]> =>
      database('events').where({ operation_id: operationId }).orderBy('sequence').pluck('sequence'),
    lastEventOf: ({ operationId }: TestCreate) =>
      database('events').where({ operation_id: operationId }).orderBy('sequence', 'desc').first(),
    postingsOf,
    receiptsOf,
    auditOf,
    /** All that can change: what comes to nothing leaves it as it was. */
    traceOf: async (create: TestCreate) => ({
      row: await receipts.rowOf(create),
      attempt: await attemptOf(create),
      events: await receipts.eventsOf(create),
      postings: await postingsOf(create),
      receipts: await receiptsOf(create),
      files: await receipts.filesOf(create),
      audit: await auditOf(create),
    }),
  };
};

export type ReviewHarness = Awaited<ReturnType<typeof createReviewHarness>>;
