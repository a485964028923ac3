import { claimDue } from '#platform/claim-due';
import { runForRow, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import { claimAttempts } from '#features/attempts';
import type { AttemptRef, receiptsOf } from '#providers';

export type AwaitedEvidence = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly booked_amount: string;
  /** Its provider has had its time. */
  readonly is_overdue: boolean;
};

// By attempts_evidence_due. Asked each second at first, then less and less often.
const awaitedEvidence = {
  find: {
    name: 'find_due_evidence',
    text: `select shop_id, attempt_id as id, now() as found_at,
        now() + least(1 + evidence_checks / 10, 300) * interval '1 second' as next_at
      from attempts where evidence_due_at <= now() order by evidence_due_at limit $1`,
  },
  claim: claimAttempts('claim_due_evidence', {
    due: 'evidence_due_at',
    counter: 'evidence_checks',
    columns: `a.shop_id, a.operation_id, a.attempt_id, a.provider_id, a.booked_amount,
      $3::timestamptz - a.updated_at > interval '1 day' as is_overdue`,
  }),
};

const recordEvidence: Statement = {
  name: 'record_evidence',
  text: `select record_evidence($1, $2, $3, $4, $5, $6, $7) as is_done`,
};

export const createEvidenceStore = (database: Database) => ({
  claimDue: (limit: number) => claimDue<AwaitedEvidence>(database, awaitedEvidence, [], limit),
  /** False when it is not waited for any more. */
  record: async ({ shopId, attemptId }: AttemptRef, { lines, isSynthetic }: ReturnType<typeof receiptsOf>) => {
    const now = new Date();
    const { is_done: isDone } = await runForRow<{ is_done: boolean }>(database, recordEvidence, [
      shopId,
      attemptId,
      lines.map(() => newId()),
      lines.map((line) => line.amount),
      lines.map((line) => line.completedAt ?? now),
      lines.map((line) => line.documentId),
      isSynthetic,
    ]);
    return isDone;
  },
});

export type EvidenceStore = ReturnType<typeof createEvidenceStore>;
