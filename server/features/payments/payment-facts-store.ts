import { runForRow, type Database, type Statement } from '#platform/database';
import { newId } from '#platform/ids';
import { createNoteContradiction } from '#features/operations';
import { toStoredEvidence, type AttemptRef, type Evidence } from '#providers';
import { batchAttemptLookups, batchSettlements, type AttemptRow } from './batched-payment-facts-store.ts';

const recordPendingReport: Statement = {
  name: 'record_pending_report',
  text: `select record_pending_report($1, $2, $3, $4, $5) as is_done`,
};

const noteOpenTotal: Statement = { name: 'note_open_total', text: `select note_open_total($1, $2, $3) as is_done` };

const endPayment: Statement = { name: 'end_payment', text: `select end_payment($1, $2, $3, $4, $5) as is_done` };

const postSurplus: Statement = { name: 'post_surplus', text: `select post_surplus($1, $2, $3, $4, $5) as surplus` };

export const createPaymentFactsStore = (database: Database) => {
  const isDone = async (statement: Statement, values: readonly unknown[]): Promise<boolean> =>
    (await runForRow<{ is_done: boolean }>(database, statement, values)).is_done;
  return {
    /** Null: we made no such attempt. */
    findAttempt: batchAttemptLookups(database),
    /** False when the attempt was decided meanwhile. */
    recordPendingReport: (attempt: AttemptRef, state: string, total: string, evidence: Evidence) =>
      isDone(recordPendingReport, [attempt.shopId, attempt.attemptId, state, total, toStoredEvidence(evidence)]),
    /** False when the attempt or its operation was decided meanwhile. */
    noteOpenTotal: (attempt: AttemptRef, total: string) =>
      isDone(noteOpenTotal, [attempt.shopId, attempt.attemptId, total]),
    /** False when the operation ended meanwhile. */
    settle: batchSettlements(database),
    end: (attempt: AttemptRef, row: AttemptRow, reason: 'declined') =>
      isDone(endPayment, [attempt.shopId, row.operation_id, attempt.attemptId, reason, newId()]),
    noteContradiction: createNoteContradiction(database),
    /** Answers what was posted: the part of the total that neither the operation nor suspense held yet. */
    postSurplus: async (attempt: AttemptRef, total: string): Promise<string> =>
      (
        await runForRow<{ surplus: string }>(database, postSurplus, [
          attempt.shopId,
          attempt.attemptId,
          total,
          newId(),
          newId(),
        ])
      ).surplus,
  };
};

export type PaymentFactsStore = ReturnType<typeof createPaymentFactsStore>;
