import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import type { Rail, Status, StoredStatus } from '#features/operations';
import type { InspectionVerdict } from '../pdf/inspection.ts';
import type { ReviewRow } from './reviews-store.ts';

export type PaymentDetails = {
  readonly method: string;
  /** Null where the method is gone. */
  readonly rail: Rail | null;
  readonly client_id: string;
  readonly number_encrypted: Buffer | null;
  readonly holder_name: string | null;
  readonly bankname: string | null;
  readonly created_at: Date;
};

// By the primary keys of both tables.
const findDetails: Statement = {
  name: 'find_reviewed_payment',
  text: `select o.method, m.rail, o.client_id, o.number_encrypted, o.holder_name, o.bankname, o.created_at
    from operations o left join methods m on m.api = o.api and m.code = o.method and m.direction = o.type
    where o.shop_id = $1 and o.operation_id = $2`,
};

/** Another file that the payer sent for the same payment. */
export type OtherFile = {
  readonly file_id: string;
  readonly size_bytes: number;
  readonly verdict: InspectionVerdict;
  readonly uploaded_at: Date;
};

// By receipt_files_by_content.
const findOtherFiles: Statement = {
  name: 'find_other_receipt_files',
  text: `select file_id, size_bytes, findings ->> 'verdict' as verdict, uploaded_at from receipt_files
    where shop_id = $1 and operation_id = $2 and state = 'recorded' and file_id <> $3 order by uploaded_at`,
};

/** The payment for which a file was used first. */
export type FirstUse = {
  readonly shop: string;
  readonly operation_id: OperationId;
  readonly status: Status;
  readonly expected_amount: string;
  readonly currency: string;
};

// Over all shops, by the primary key.
const findFirstUse: Statement = {
  name: 'find_first_use_of_receipt',
  text: `select shop_id, operation_id from receipt_digests where digest = $1 and operation_id <> $2`,
};

// By the primary keys of both tables.
const findUsingPayment: Statement = {
  name: 'find_payment_that_used_receipt',
  text: `select s.name as shop, o.operation_id, o.status, o.expected_amount, o.currency
    from operations o join shops s on s.shop_id = o.shop_id
    where o.shop_id = $1 and o.operation_id = $2`,
};

export type HistoryEntry = {
  readonly actor: string;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
};

// Through the whole log: for operators, one payment at a time.
const findHistory: Statement = {
  name: 'find_history_of_payment',
  text: `select actor, action, before, after, created_at from audit_log
    where shop_id = $1 and subject = $2::text order by created_at, entry_id`,
};

export type PaymentFate = { readonly shop_id: ShopId; readonly shop: string; readonly status: StoredStatus };

// In each shop by its primary key, because an operator need not know which one.
const findFate: Statement = {
  name: 'find_fate_of_payment',
  text: `select s.shop_id, s.name as shop, o.status
    from shops s cross join lateral (
      select status from operations where shop_id = s.shop_id and operation_id = $1 and type = 'payment'
    ) as o`,
};

export const createReviewDetailsStore = (database: Database) => {
  const history = (shopId: ShopId, operationId: string) =>
    runStatement<HistoryEntry>(database, findHistory, [shopId, operationId]);
  return {
    details: (review: ReviewRow) =>
      runForRow<PaymentDetails>(database, findDetails, [review.shop_id, review.operation_id]),
    otherFiles: (review: ReviewRow) =>
      runStatement<OtherFile>(database, findOtherFiles, [review.shop_id, review.operation_id, review.file_id]),
    /** Null where this payment is the first to use the file. */
    firstUse: async (review: ReviewRow): Promise<FirstUse | null> => {
      const [first] = await runStatement<Pick<ReviewRow, 'shop_id' | 'operation_id'>>(database, findFirstUse, [
        review.digest,
        review.operation_id,
      ]);
      return first === undefined
        ? null
        : runForRow<FirstUse>(database, findUsingPayment, [first.shop_id, first.operation_id]);
    },
    /** What the audit log says about the payment, oldest first. */
    history,
    /** Null: there is no such payment. */
    fate: async (operationId: string): Promise<PaymentFate | null> => {
      const [row] = await runStatement<PaymentFate>(database, findFate, [operationId]);
      return row ?? null;
    },
  };
};

export type ReviewDetailsStore = ReturnType<typeof createReviewDetailsStore>;
