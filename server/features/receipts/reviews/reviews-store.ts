import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import type { Operator } from '#features/access';
import type { ManualCheckReason, Status } from '#features/operations';
import type { AttemptRef } from '#providers';
import type { Found } from '../upload/receipt-files-store.ts';
import type { FileRef, StorageName } from '../storage/storage.ts';

/**
 * What our own look at the file found, and whether another operation had brought the same file before, which is known a moment
 * after it was recorded.
 */
export type Findings = Found & { readonly isUsedElsewhere?: boolean };

export type ReviewRow = {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly operation_id: OperationId;
  readonly merchant_operation_id: string;
  readonly file_id: string;
  readonly storage: StorageName;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
  readonly status: Extract<Status, 'awaiting_confirmation' | 'manual_check'>;
  readonly reason: ManualCheckReason | null;
  readonly expected_amount: string;
  readonly paid_amount: string;
  readonly currency: string;
  readonly size_bytes: number;
  readonly digest: Buffer;
  readonly findings: Findings;
  readonly submissions: number;
  readonly uploaded_at: Date;
};

const columns = `o.shop_id, s.name as shop, o.operation_id, o.merchant_operation_id, f.file_id, f.storage, o.attempt_id,
  a.provider_id, o.status, o.manual_check_reason as reason, o.expected_amount, a.paid_amount, o.currency, f.size_bytes,
  f.digest, f.findings, f.submissions, f.uploaded_at`;

const parts = `join receipt_files f on f.shop_id = o.shop_id and f.file_id = o.receipt_file_id
  join attempts a on a.shop_id = o.shop_id and a.attempt_id = o.attempt_id
  join shops s on s.shop_id = o.shop_id`;

// By operations_to_review.
const findUndecided: Statement = {
  name: 'find_undecided_reviews',
  text: `select ${columns} from operations o ${parts}
    where o.manual_check_reason is not null and ($1::uuid is null or o.shop_id = $1)
    order by f.uploaded_at limit $2`,
};

// By receipt_files_to_submit, which holds what its provider still has to say something about.
const findSubmitted: Statement = {
  name: 'find_submitted_reviews',
  text: `select ${columns} from receipt_files waiting
    join operations o on o.shop_id = waiting.shop_id and o.operation_id = waiting.operation_id
      and o.receipt_file_id = waiting.file_id and o.status = 'awaiting_confirmation'
    ${parts}
    where waiting.submit_at is not null and ($1::uuid is null or o.shop_id = $1)
    order by f.uploaded_at limit $2`,
};

// In each shop by its primary key, because an operator need not know which one.
const findReview: Statement = {
  name: 'find_review',
  text: `select found.* from shops each cross join lateral (
      select ${columns} from operations o ${parts} where o.shop_id = each.shop_id and o.operation_id = $1
        and o.status in ('awaiting_confirmation', 'manual_check')
    ) as found`,
};

const countUndecided: Statement = {
  name: 'count_undecided_reviews',
  text: `select count(*)::integer as count from operations where manual_check_reason is not null`,
};

const doubtReceipt: Statement = { name: 'doubt_receipt', text: `select doubt_receipt($1, $2, $3, $4, $5) as is_done` };

const rejectReceipt: Statement = {
  name: 'reject_receipt',
  text: `select reject_receipt($1, $2, $3, $4, $5, $6, $7) as is_done`,
};

const askAgain: Statement = {
  name: 'ask_for_receipt_again',
  text: `select ask_for_receipt_again($1, $2, $3, $4, $5, $6) as is_done`,
};

const approveReceipt: Statement = {
  name: 'approve_receipt',
  text: `select approve_receipt($1, $2, $3, $4, $5, $6) as outcome`,
};

/** Who decides, and why, for the audit log. */
export type Decision = { readonly actor: Operator; readonly note: string | null };

export const createReviewsStore = (database: Database) => {
  const isDone = async (statement: Statement, values: readonly unknown[]): Promise<boolean> =>
    (await runForRow<{ is_done: boolean }>(database, statement, values)).is_done;
  return {
    undecided: (shopId: ShopId | null, limit: number) =>
      runStatement<ReviewRow>(database, findUndecided, [shopId, limit]),
    submitted: (shopId: ShopId | null, limit: number) =>
      runStatement<ReviewRow>(database, findSubmitted, [shopId, limit]),
    countUndecided: async (): Promise<number> =>
      (await runForRow<{ count: number }>(database, countUndecided, [])).count,
    /** Null: no such payment, or no receipt of it is reviewed. */
    find: async (operationId: string): Promise<ReviewRow | null> => {
      const [row] = await runStatement<ReviewRow>(database, findReview, [operationId]);
      return row ?? null;
    },
    /** False when the file is not under review by its provider any more. */
    doubt: ({ shopId, attemptId }: AttemptRef, fileId: string, reason: ManualCheckReason) =>
      isDone(doubtReceipt, [shopId, attemptId, fileId, reason, newId()]),
    /** False when the file is not under review by its provider any more. */
    reject: ({ shopId, attemptId }: AttemptRef, fileId: string) =>
      isDone(rejectReceipt, [shopId, attemptId, fileId, null, null, null, newId()]),
    /** False when it was decided meanwhile. */
    rejectByOperator: ({ shopId, fileId }: FileRef, { actor, note }: Decision) =>
      isDone(rejectReceipt, [shopId, null, fileId, actor.name, note, newId(), newId()]),
    /** False when it was decided meanwhile. */
    askAgain: ({ shopId, fileId }: FileRef, { actor, note }: Decision) =>
      isDone(askAgain, [shopId, fileId, actor.name, note, newId(), newId()]),
    /** `settlement` as a step of settle_shop_payments. */
    approve: async ({ shopId, fileId }: FileRef, { actor, note }: Decision, settlement: object) =>
      (
        await runForRow<{ outcome: 'approved' | 'decided' | 'less_than_noted' }>(database, approveReceipt, [
          shopId,
          fileId,
          actor.name,
          note,
          newId(),
          JSON.stringify(settlement),
        ])
      ).outcome,
  };
};

export type ReviewsStore = ReturnType<typeof createReviewsStore>;
