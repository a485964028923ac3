import { runStatement, type Database, type Statement } from '#platform/database';
import { operationColumns, type OperationRow } from './operations-store.ts';

/** The operation that a merchant's identifier names, decided or not. */
export type KeyHolder = OperationRow & {
  /** Null while a cancellation waits for its create. */
  readonly body_digest: Buffer | null;
  /** Null where the merchant was told nothing: undecided, accepted, or given up after its process died. */
  readonly rejection_code: string | null;
  readonly is_lease_over: boolean;
};

/** The columns of a KeyHolder, of a row of operations under the name `o`. */
export const keyHolderColumns = `${operationColumns}, (o).body_digest, (o).rejection_code, (o).leased_until < now() as is_lease_over`;

// By operations_by_identifier.
const findKeyHolder: Statement = {
  name: 'find_idempotency_key_holder',
  text: `select ${keyHolderColumns} from operations o
    where o.shop_id = $1 and o.api = $2 and o.merchant_operation_id = $3
      and o.is_identifier_held`,
};

export type FindKeyHolder = (shopId: string, api: string, identifier: string) => Promise<KeyHolder | null>;

/** Payments and payouts share the namespace of identifiers. */
export const createFindKeyHolder =
  (database: Database): FindKeyHolder =>
  async (shopId, api, identifier) => {
    const [row] = await runStatement<KeyHolder>(database, findKeyHolder, [shopId, api, identifier]);
    return row ?? null;
  };
