import { runForRow, type Database, type Statement } from '#platform/database';
import { newId, type OperationId, type ShopId } from '#platform/ids';
import { groupByShop } from '#platform/per-shop';
import { runShopSteps, shopSteps } from '#platform/shop-batches';
import type { KeyRing } from '#platform/secrets';
import { toCreateColumns, type Lookup, type OperationScope } from '#features/operations';
import { toQuoteColumns } from '#features/pricing';
import { reasonPlace } from './cancel-reasons.ts';
import type { PaymentDraft } from './payment.ts';

export type Cancellation = {
  /** `cancelled`: through a cancellation, this one or an earlier one; `already_terminal`: it had ended otherwise. */
  readonly outcome: 'cancelled' | 'already_terminal';
  readonly operationId: OperationId;
  readonly status: 'completed' | 'cancelled';
  readonly merchantOperationId: string;
  readonly createdAt: Date;
  readonly terminalAt: Date;
};

type Refusal = { readonly refusal: 'operation_not_found' | 'not_cancellable' | 'receipt_under_review' };

type Row = {
  readonly outcome: Cancellation['outcome'] | Refusal['refusal'];
  readonly operation_id: OperationId;
  readonly status: Cancellation['status'];
  readonly merchant_operation_id: string;
  readonly created_at: Date;
  readonly terminal_at: Date;
};

const cancelOperation: Statement = {
  name: 'cancel_payment',
  text: `select * from cancel_payment($1, $2, $3, $4, $5, $6, $7, $8)`,
};

const fillTombstone: Statement = {
  name: 'fill_in_tombstone',
  text: `select fill_in_tombstone($1, $2, $3, $4)::timestamptz(3) as filled_at`,
};

const decidedCreates = shopSteps('find_decided_creates', 'done.operation_id');

export const createCancellationsStore = (database: Database, keyRing: Pick<KeyRing, 'encrypt'>) => ({
  /** `tombstoneId` names the payment if there is none yet; a `reason` of null: none was given. */
  cancel: async (
    { shopId, api }: OperationScope,
    lookup: Lookup,
    tombstoneId: OperationId,
    reason: string | null,
  ): Promise<Cancellation | Refusal> => {
    const [operationId, identifier] =
      'operationId' in lookup ? [lookup.operationId, null] : [null, lookup.merchantOperationId];
    const entryId = newId<string>();
    const sealed = reason === null ? null : keyRing.encrypt(reason, reasonPlace(shopId, entryId));
    const row = await runForRow<Row>(database, cancelOperation, [
      shopId,
      api,
      operationId,
      identifier,
      tombstoneId,
      sealed,
      newId(),
      entryId,
    ]);
    const { outcome } = row;
    if (outcome !== 'cancelled' && outcome !== 'already_terminal') return { refusal: outcome };
    return {
      outcome,
      operationId: row.operation_id,
      status: row.status,
      merchantOperationId: row.merchant_operation_id,
      createdAt: row.created_at,
      terminalAt: row.terminal_at,
    };
  },
  /**
   * The create that comes after its cancellation, drafted for the operation of the tombstone, and when. Null when another
   * one has filled it in meanwhile.
   */
  fillTombstone: async (draft: PaymentDraft): Promise<Date | null> => {
    const payment = {
      ...toCreateColumns(draft),
      ...toQuoteColumns(draft.quote, draft.order.amount.currency, draft.figures),
    };
    const { filled_at: filledAt } = await runForRow<{ filled_at: Date | null }>(database, fillTombstone, [
      draft.shopId,
      draft.operationId,
      newId(),
      JSON.stringify(payment),
    ]);
    return filledAt;
  },
  /** Which of these creates are not open any more. */
  findDecided: async (
    open: readonly { readonly shopId: ShopId; readonly operationId: string }[],
  ): Promise<string[]> => {
    const asked = open.map(({ shopId, operationId }) => ({ shopId, operation_id: operationId }));
    const shops = groupByShop(asked, ({ shopId }) => shopId);
    const found = await runShopSteps<{ operation_id: string }>(database, decidedCreates, shops);
    return found.map((row) => row.operation_id);
  },
});

export type CancellationsStore = ReturnType<typeof createCancellationsStore>;
