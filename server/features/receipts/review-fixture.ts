import { createFactsStore } from '#features/payments';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { ReceiptVerdict } from '#providers';
import { createSandboxOrders } from '#providers/sandbox';
import type { StagedCreate } from '#test/faults/payment-stage';
import type { TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { applyReceiptVerdict } from './apply-receipt-verdict.ts';
import { approveReview, askForReceiptAgain, rejectReview } from './decide-review.ts';
import { createReceiptStage } from './receipts-fixture.ts';
import { createReviewsStore, type ReviewRow } from './reviews-store.ts';

export type StagedReview = StagedCreate & { readonly fileId: string };

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
export const createReviewStage = async (db: TestDatabase) => {
  const { database } = db;
  const orders = createSandboxOrders(database);
  const receipts = await createReceiptStage(db, {
    voidPayment: async (attempt) => {
      const { state, paid_amount: paid } = await orders.void(attempt, 'sandbox-1');
      return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
    },
  });
  const { stage, metrics } = receipts;
  const reviews = createReviewsStore(database);
  const needs = { reviews, facts: createFactsStore(database) };
  const heard = { followUps: 0 };
  const followUp = (): void => {
    heard.followUps += 1;
  };
  const decision = (note: string | null) => ({ actor: tester, note });
  const reviewOf = async ({ operationId }: StagedCreate): Promise<ReviewRow> => {
    const review = await reviews.find(operationId);
    if (review === null) throw new Error(`No receipt of ${operationId} is under review.`);
    return review;
  };
  const tell = ({ attempt, fileId }: Pick<ReceiptVerdict, 'attempt' | 'fileId'>, told: Told): Promise<boolean> =>
    applyReceiptVerdict({ reviews, applyFact: stage.applyFact, metrics, followUp }, { attempt, fileId, ...told });
  const upload = async (create: StagedCreate, text: string = newId()): Promise<StagedReview> => {
    await receipts.confirm(create, text);
    return { ...create, fileId: (await reviewOf(create)).file_id };
  };
  /** Its provider reviews a receipt that nobody has seen before. */
  const submitted = async (text?: string): Promise<StagedReview> => upload(await receipts.awaiting(), text);
  const attemptOf = ({ attempt }: StagedCreate) =>
    database('attempts').where({ attempt_id: attempt.attemptId }).first();
  /** As `kind account amount`. */
  const postingsOf = async ({ operationId }: StagedCreate): Promise<string[]> => {
    const lines = await database('ledger_postings')
      .join('ledger_transactions', 'ledger_transactions.transaction_id', 'ledger_postings.transaction_id')
      .where({ operation_id: operationId })
      .orderBy(['kind', 'account']);
    return lines.map(({ kind, account, amount }) => `${kind} ${account} ${decimal(amount).toFixed(2)}`);
  };
  const receiptsOf = ({ operationId }: StagedCreate) => database('receipts').where({ operation_id: operationId });
  const auditOf = ({ operationId }: StagedCreate) =>
    database('audit_log').where({ subject: operationId }).whereLike('action', 'receipt.%').orderBy('created_at');
  return {
    ...receipts,
    heard,
    upload,
    submitted,
    /** An operator has to decide. */
    doubted: async (text?: string): Promise<StagedReview> => {
      const review = await submitted(text);
      await tell(review, doubtful('suspicious'));
      return review;
    },
    reviewOf,
    tell,
    /** What its provider says apart from reviews. */
    report: ({ attempt }: StagedCreate, state: 'open' | 'paid' | 'failed', total: string): Promise<boolean> =>
      stage.applyFact({ attempt, state, paidTotal: decimal(total), evidence: [] }),
    approve: (review: ReviewRow, amount: string, note: string | null = null): Promise<void> =>
      approveReview(needs, review, decimal(amount), decision(note)),
    reject: (review: ReviewRow, note: string | null = null): Promise<void> =>
      rejectReview(needs, review, decision(note)),
    askAgain: (review: ReviewRow, note: string | null = null): Promise<void> =>
      askForReceiptAgain(needs, review, decision(note)),
    attemptOf,
    sequencesOf: ({ operationId }: StagedCreate): Promise<number[]> =>
      database('events').where({ operation_id: operationId }).orderBy('sequence').pluck('sequence'),
    lastEventOf: ({ operationId }: StagedCreate) =>
      database('events').where({ operation_id: operationId }).orderBy('sequence', 'desc').first(),
    postingsOf,
    receiptsOf,
    auditOf,
    /** All that can change: what comes to nothing leaves it as it was. */
    traceOf: async (create: StagedCreate) => ({
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

export type ReviewStage = Awaited<ReturnType<typeof createReviewStage>>;
