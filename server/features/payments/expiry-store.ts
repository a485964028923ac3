import { runForRow, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';

export type ExpiringPayment = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  readonly attempt_id: AttemptId;
  readonly provider_id: string;
};

// By operations_by_expiry, which holds ended payments too: hence $1, before which nothing is due any more. A claimed one
// is due again in a minute, so that a sweep that is killed only delays it, and takes no receipt any more. Rows that somebody holds are looked at again:
// the next run begins some seconds before this one.
const claimDue: Statement = {
  name: 'claim_expiring_payments',
  text: `with due as (
      select shop_id, operation_id from operations
      where expires_at > coalesce($1::timestamptz, '-infinity') and expires_at <= now()
        and status in ('pending', 'awaiting_confirmation') and receipt_file_id is null
      order by expires_at limit $2 for update skip locked
    ), claimed as (
      update operations o set expires_at = now() + interval '1 minute', is_expiring = true
      from due, attempts a
      where o.shop_id = due.shop_id and o.operation_id = due.operation_id
        and a.shop_id = o.shop_id and a.attempt_id = o.attempt_id
      returning o.shop_id, o.operation_id, o.attempt_id, a.provider_id
    )
    select now() - interval '15 seconds' as seen_until, coalesce(json_agg(claimed), '[]') as due from claimed`,
};

const expirePayment: Statement = {
  name: 'expire_payment',
  text: `select end_payment($1, $2, $3, 'expired', $4) as is_done`,
};

export const createExpiryStore = (database: Database) => ({
  /** Up to `limit` payments whose lifetime ended after `since`; null: whenever. */
  claimDue: async (since: Date | null, limit: number) => {
    const row = await runForRow<{ due: readonly ExpiringPayment[]; seen_until: Date }>(database, claimDue, [
      since,
      limit,
    ]);
    return { due: row.due, seenUntil: row.seen_until };
  },
  /** False when it ended meanwhile. */
  end: async (payment: ExpiringPayment): Promise<boolean> => {
    const { shop_id: shopId, operation_id: operationId, attempt_id: attemptId } = payment;
    const values = [shopId, operationId, attemptId, newId()];
    return (await runForRow<{ is_done: boolean }>(database, expirePayment, values)).is_done;
  },
});

export type ExpiryStore = ReturnType<typeof createExpiryStore>;
