import { createHash } from 'node:crypto';
import { runStatement, type Database, type Statement } from '#platform/database';
import { operationColumns, type OperationRow } from './operations-store.ts';

/**
 * An idempotency key as it is kept and compared: what a merchant wrote into it is read by no person. Without a key of ours, so
 * that it names the same create for good, whatever becomes of the key ring.
 */
export const digestOfKey = (idempotencyKey: string): Buffer => createHash('sha256').update(idempotencyKey).digest();

/** The operation that a merchant's identifier or idempotency key names, decided or not. */
export type KeyHolder = OperationRow & {
  /** Null while a cancellation waits for its create. */
  readonly body_digest: Buffer | null;
  /** Null where its merchant was not told: undecided, accepted, or given up after its process died. */
  readonly rejection_code: string | null;
  readonly is_lease_over: boolean;
  /** Null where its create came without a key. */
  readonly idempotency_key_digest: Buffer | null;
};

/** The columns of a KeyHolder, of a row of operations under the name `o`. */
export const keyHolderColumns = `${operationColumns}, (o).body_digest, (o).rejection_code, (o).leased_until < now() as is_lease_over,
  (o).idempotency_key_digest`;

// Each by its index: operations_by_idempotency_key, whose predicate is repeated so that the planner may use it, and
// operations_by_identifier. Without a key the first finds nothing.
const findKeyHolder: Statement = {
  name: 'find_idempotency_key_holder',
  text: `select ${keyHolderColumns} from operations o
    where o.shop_id = $1 and o.operation_id = coalesce(
      (select keyed.operation_id from operations keyed
        where keyed.shop_id = $1 and keyed.api = $2 and keyed.idempotency_key_digest = $4
          and keyed.idempotency_key_digest is not null and keyed.status <> 'rejected'),
      (select held.operation_id from operations held
        where held.shop_id = $1 and held.api = $2 and held.merchant_operation_id = $3 and held.is_identifier_held))`,
};

export type FindKeyHolder = (
  shopId: string,
  api: string,
  create: { readonly merchantOperationId: string; readonly idempotencyKey?: string | null },
) => Promise<KeyHolder | null>;

/**
 * What a create meets: the operation of its idempotency key, whichever identifier that has, or else that of its identifier.
 * Payments and payouts share the namespace of both.
 */
export const createFindKeyHolder =
  (database: Database): FindKeyHolder =>
  async (shopId, api, { merchantOperationId, idempotencyKey }) => {
    const digest = idempotencyKey ? digestOfKey(idempotencyKey) : null;
    const values = [shopId, api, merchantOperationId, digest];
    const [row] = await runStatement<KeyHolder>(database, findKeyHolder, values);
    return row ?? null;
  };
