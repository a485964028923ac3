import { claimDue } from '#platform/claim-due';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, ShopId } from '#platform/ids';
import { createShopStepBatcher, shopSteps } from '#platform/shop-batches';
import type { AttemptRef } from '../port.ts';
import type { NumberKind } from './sandbox-requisites.ts';

export type OrderState = 'accepted' | 'declined' | 'paid' | 'failed' | 'voided';

/** What the review of a receipt finds. */
export type ReceiptFinding = 'accepted' | 'suspicious' | 'not_terminal';

export type PlacedOrder = {
  readonly state: OrderState;
  readonly paid_amount: string;
  readonly rail: NumberKind | null;
  readonly due_since: Date | null;
  readonly is_silent: boolean;
  readonly receipt_verdict: ReceiptFinding | null;
  readonly evidence_after_ms: number | null;
  readonly type: 'payment' | 'payout';
  readonly amount: string;
};

export type DueOrder = {
  readonly shop_id: ShopId;
  readonly attempt_id: AttemptId;
  readonly type: 'payment' | 'payout';
  readonly state: 'paid' | 'failed' | 'accepted';
  readonly paid_amount: string;
  readonly due_since: Date;
  readonly is_silent: boolean;
  readonly receipt_verdict: ReceiptFinding | null;
  readonly receipt_file_id: string | null;
  readonly evidence_after_ms: number | null;
};

const placedColumns = `state, paid_amount::text, rail, due_since, is_silent, receipt_verdict, evidence_after_ms, type,
  amount::text`;

// These commits stand for a provider's own database, so they do not wait for our disk. A crash of Postgres cannot lose
// an order that we know of: our own commit afterwards writes the log up to itself.
const withoutWaiting = `durability as (select set_config('synchronous_commit', 'off', true))`;

const placeOrders = shopSteps(
  'place_sandbox_orders',
  `done.place, done.state, done.paid_amount, done.rail, done.due_since, done.is_silent, done.receipt_verdict,
    done.evidence_after_ms, done.type, done.amount`,
);

const findOrder: Statement = {
  name: 'sandbox_find_order',
  text: `select ${placedColumns} from sandbox_orders where shop_id = $1 and attempt_id = $2`,
};

// A void of an order that never came keeps it from being accepted later.
const voidOrder: Statement = {
  name: 'sandbox_void_order',
  text: `with ${withoutWaiting}
    insert into sandbox_orders as present (shop_id, attempt_id, provider_id, amount, state)
    select $1, $2, $3, 0, 'voided' from durability
    on conflict (shop_id, attempt_id) do update set pays_at = null,
      state = case when present.state = 'paid' then 'paid' else 'voided' end
    returning present.state, present.paid_amount::text, present.rail, present.due_since, present.is_silent,
      present.receipt_verdict, present.evidence_after_ms, present.type,
      present.amount::text`,
};

// By sandbox_orders_due. It stays due, a little later, until it is reported.
const dueOrders = {
  find: {
    name: 'sandbox_find_due_orders',
    text: `select shop_id, attempt_id as id, now() as found_at,
        case when not is_silent then now() + interval '5 seconds' end as next_at
      from sandbox_orders where pays_at <= now() order by pays_at limit $1`,
  },
  claim: shopSteps(
    'claim_sandbox_orders',
    `done.shop_id, done.attempt_id, done.type, done.state, done.paid_amount, done.due_since, done.is_silent,
      done.receipt_verdict, done.receipt_file_id, done.evidence_after_ms`,
  ),
};

// Given again, the same file is looked at once more, with the same result.
const reviewReceipt: Statement = {
  name: 'sandbox_review_receipt',
  text: `with ${withoutWaiting}
    update sandbox_orders set receipt_file_id = $3, pays_at = now() + $4::integer * interval '1 millisecond'
    from durability
    where shop_id = $1 and attempt_id = $2 and receipt_verdict is not null and state in ('accepted', 'paid')`,
};

// What was told is due no more; a file that came meanwhile still is.
const markReported: Statement = {
  name: 'sandbox_mark_reported',
  text: `with ${withoutWaiting}
    update sandbox_orders set pays_at = null from durability
    where shop_id = $1 and attempt_id = $2 and receipt_file_id is not distinct from $3`,
};

export type NewOrder = {
  readonly attempt: AttemptRef;
  readonly providerId: string;
  readonly type: 'payment' | 'payout';
  readonly amount: string;
  readonly state: 'accepted' | 'paid';
  readonly paidAmount: string;
  /** When the order is paid, or fails; null: never. */
  readonly paysAfterMs: number | null;
  readonly dueState: DueOrder['state'];
  /** Only a look-up tells about it, and only once it is due. */
  readonly isSilent: boolean;
  /** Where its payer pays, and how that number is written. */
  readonly rail: NumberKind;
  /** Null: no receipt is required. */
  readonly receiptFinding: ReceiptFinding | null;
  /** How long the evidence cannot be had after the order was paid; null: it comes with the report. */
  readonly evidenceAfterMs: number | null;
};

const toRow = (order: NewOrder) => ({
  attempt_id: order.attempt.attemptId,
  provider_id: order.providerId,
  type: order.type,
  amount: order.amount,
  state: order.state,
  paid_amount: order.paidAmount,
  rail: order.rail,
  pays_after_ms: order.paysAfterMs,
  due_state: order.dueState,
  is_silent: order.isSilent,
  receipt_verdict: order.receiptFinding,
  evidence_after_ms: order.evidenceAfterMs,
});

const findPlaced = async (database: Database, { shopId, attemptId }: AttemptRef): Promise<PlacedOrder | null> => {
  const [row] = await runStatement<PlacedOrder>(database, findOrder, [shopId, attemptId]);
  return row ?? null;
};

/** Answers the orders that were new; null for those that were there already. */
const batchPlacements = (database: Database) =>
  createShopStepBatcher<NewOrder, PlacedOrder, PlacedOrder | null>(database, {
    steps: placeOrders,
    shopOf: ({ attempt }) => attempt.shopId,
    toStep: toRow,
    toResults: (rows) => rows.map((row) => row ?? null),
  });

export const createSandboxOrders = (database: Database) => {
  const placeNew = batchPlacements(database);
  const find = (attempt: AttemptRef) => findPlaced(database, attempt);
  return {
    place: async (order: NewOrder): Promise<PlacedOrder> => {
      const placed = (await placeNew(order)) ?? (await find(order.attempt));
      if (placed === null) throw new Error('An order that is not new is there already.');
      return placed;
    },
    find,
    void: (attempt: AttemptRef, providerId: string): Promise<PlacedOrder> =>
      runForRow<PlacedOrder>(database, voidOrder, [attempt.shopId, attempt.attemptId, providerId]),
    review: async (attempt: AttemptRef, fileId: string, delayMs: number): Promise<void> => {
      await runStatement(database, reviewReceipt, [attempt.shopId, attempt.attemptId, fileId, delayMs]);
    },
    claimDue: (limit: number) => claimDue<DueOrder>(database, dueOrders, [], limit),
    markReported: async (order: DueOrder): Promise<void> => {
      await runStatement(database, markReported, [order.shop_id, order.attempt_id, order.receipt_file_id]);
    },
  };
};

export type SandboxOrders = ReturnType<typeof createSandboxOrders>;
