import { claimPerShop, type DueRow } from '#platform/claim-due';
import { runForRow, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';

export type ExpiringPayment = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
};

// By operations_by_expiry, which holds ended payments too: hence $1, before which nothing is due any more. Rows that
// another step holds are looked at again: the next run begins some seconds before this one.
const findDue: Statement = {
  name: 'find_expiring_payments',
  text: `with due as (
      select shop_id, operation_id as id, now() as found_at from operations
      where expires_at > coalesce($1::timestamptz, '-infinity') and expires_at <= now()
        and status in ('pending', 'awaiting_confirmation') and receipt_file_id is null
      order by expires_at limit $2
    )
    select now() - interval '15 seconds' as seen_until, coalesce(json_agg(due), '[]') as due from due`,
};

// A claimed one is due again in a minute, so that a sweep that is killed only delays it, and takes no receipt any more.
const claimDue: Statement = {
  name: 'claim_expiring_payments',
  text: `with held as (
      select operation_id, expires_at, status, receipt_file_id from operations
      where shop_id = $1 and operation_id = any($2::uuid[]) for update skip locked
    )
    update operations o set expires_at = $3::timestamptz + interval '1 minute', is_expiring = true
    from held, attempts a
    where held.expires_at <= $3 and held.status in ('pending', 'awaiting_confirmation') and held.receipt_file_id is null
      and o.shop_id = $1 and o.operation_id = held.operation_id and a.shop_id = $1 and a.attempt_id = o.attempt_id
    returning o.shop_id, o.operation_id, o.attempt_id, a.provider_id`,
};

const expirePayment: Statement = {
  name: 'expire_payment',
  text: `select end_payment($1, $2, $3, 'expired', $4) as is_done`,
};

export const createExpiryStore = (database: Database) => ({
  /** Up to `limit` payments whose lifetime ended after `since`; null: at any time. `seenUntil` is null where there are more. */
  claimDue: async (since: Date | null, limit: number) => {
    const found = await runForRow<{ due: readonly DueRow[]; seen_until: Date }>(database, findDue, [since, limit]);
    const due = await claimPerShop<ExpiringPayment>(database, claimDue, found.due);
    return { due, seenUntil: found.due.length === limit ? null : found.seen_until };
  },
  /** False when it ended meanwhile. */
  end: async (payment: ExpiringPayment): Promise<boolean> => {
    const { shop_id: shopId, operation_id: operationId, attempt_id: attemptId } = payment;
    const values = [shopId, operationId, attemptId, newId()];
    return (await runForRow<{ is_done: boolean }>(database, expirePayment, values)).is_done;
  },
});

export type ExpiryStore = ReturnType<typeof createExpiryStore>;
