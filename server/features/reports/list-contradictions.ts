import { runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';

/** A provider called failed what it had called paid. */
export type Contradiction = {
  readonly shop: string;
  readonly operationId: OperationId;
  readonly attemptId: string;
  readonly providerId: string;
  readonly currency: string;
  /** What it had said to be paid. */
  readonly paid: string;
  /** What it says now. */
  readonly now: string;
  readonly status: string;
  readonly toldAt: Date;
};

export const mostContradictions = 1_000;

// By audit_log_contradictions, and each operation by its key.
const listing: Statement = {
  name: 'list_contradictions',
  text: `select s.name as shop, o.operation_id as "operationId", l.after ->> 'attempt_id' as "attemptId",
      l.after ->> 'provider_id' as "providerId", o.currency, l.before ->> 'paid_amount' as paid,
      l.after ->> 'paid_amount' as now, o.status, l.created_at as "toldAt"
    from audit_log l join shops s on s.shop_id = l.shop_id
      join operations o on o.shop_id = l.shop_id and o.operation_id = l.subject::uuid
    where l.action = 'provider.contradicted' and ($1::uuid is null or l.shop_id = $1)
    order by l.created_at desc limit ${mostContradictions}`,
};

/** Newest first, across shops unless one is named; at most `mostContradictions`. */
export const listContradictions = (
  { database }: { readonly database: Database },
  shopId: ShopId | null,
): Promise<Contradiction[]> => runStatement<Contradiction>(database, listing, [shopId]);
