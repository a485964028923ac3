import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { formatAmount, formatRate } from '#platform/money';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import type { OperationRow } from '#features/operations';
import type { PaymentDraft } from './payment.ts';

export type AttemptStart = { readonly attemptId: AttemptId; readonly providerId: string };
export type AttemptEnd = {
  readonly attemptId: AttemptId;
  readonly state: 'declined' | 'unknown';
  readonly declineReason: string | null;
};

export type HeldIdentifier = OperationRow & {
  readonly body_digest: Buffer;
  /** Null where nobody was told: undecided, accepted, or given up after its process died. */
  readonly rejection_code: string | null;
  readonly is_lease_over: boolean;
};

type Done = { readonly is_done: boolean };

// operations_by_identifier decides who was first; the first attempt is on record before any provider is asked.
const recordIntent: Statement = {
  name: 'record_payment_intent',
  text: `with intent as (
      insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
        expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
        tariff_fixed, tariff_minimum, settlement_amount, commission_amount, leased_until)
      values ($1, $2, $3, $4, 'payment', 'creating', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        now() + $19::integer * interval '1 millisecond')
      on conflict (shop_id, api, merchant_operation_id)
        where status <> 'rejected' and not (api = 'h2h' and status = 'cancelled') do nothing
      returning operation_id)
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position)
    select $1, $20, operation_id, $21, 1 from intent returning operation_id`,
};

const heldColumns = `shop_id, operation_id, merchant_operation_id, type, status, method, currency, expected_amount,
  actual_amount, fx_source, fx_rate, recorded_amount, settlement_currency, settlement_amount, commission_amount,
  is_confirmation_required, number_encrypted, holder_name, bankname, bankname_details, manual_check_reason,
  cancel_reason, body_digest, rejection_code, leased_until < now() as is_lease_over`;

// By operations_by_identifier.
const findHeld: Statement = {
  name: 'find_held_identifier',
  text: `select ${heldColumns} from operations
    where shop_id = $1 and api = $2 and merchant_operation_id = $3
      and status <> 'rejected' and not (api = 'h2h' and status = 'cancelled')`,
};

const findDecision: Statement = {
  name: 'find_create_decision',
  text: `select ${heldColumns} from operations where shop_id = $1 and operation_id = $2`,
};

const recordNextAttempt: Statement = {
  name: 'record_next_attempt',
  text: `select record_next_attempt($1, $2, $3, $4, $5, $6, $7, $8) as is_done`,
};

const rejectIntent: Statement = {
  name: 'reject_payment',
  text: `select reject_payment($1, $2, $3, $4, $5, $6) as is_done`,
};

// What a provider may have taken on is nobody's order any more: the sweep voids it.
const giveUpAttempt: Statement = {
  name: 'give_up_attempt',
  text: `update attempts set state = 'unknown', check_at = now(), updated_at = now()
    where shop_id = $1 and attempt_id = $2 and state = 'sending'`,
};

const acceptPayment: Statement = {
  name: 'accept_payment',
  text: `select accept_payment($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as is_fact_pending`,
};

export const createPaymentsStore = (database: Database) => ({
  /** False when the identifier is already held. */
  recordIntent: async (draft: PaymentDraft, first: AttemptStart, leaseMs: number): Promise<boolean> => {
    const { shopId, operationId, order, quote, figures } = draft;
    const { settlementCurrency, tariff } = quote;
    const rows = await runStatement(database, recordIntent, [
      shopId, operationId, order.api, order.merchantOperationId, order.method, order.amount.currency,
      formatAmount(order.amount.amount, order.amount.currency), order.clientId, order.clientIp, draft.bodyDigest,
      quote.fxSource, formatRate(quote.fxRate, order.amount.currency, settlementCurrency), settlementCurrency,
      tariff.percent.toFixed(), tariff.fixed.toFixed(), tariff.minimum.toFixed(),
      formatAmount(figures.settlement, settlementCurrency), formatAmount(figures.commission, settlementCurrency),
      leaseMs, first.attemptId, first.providerId,
    ]);
    return rows.length > 0;
  },
  findHeld: async (shopId: ShopId, api: string, identifier: string): Promise<HeldIdentifier | null> => {
    const [row] = await runStatement<HeldIdentifier>(database, findHeld, [shopId, api, identifier]);
    return row ?? null;
  },
  findDecision: async (shopId: ShopId, operationId: string): Promise<HeldIdentifier | null> => {
    const [row] = await runStatement<HeldIdentifier>(database, findDecision, [shopId, operationId]);
    return row ?? null;
  },
  /** False when the create was decided meanwhile, by somebody else. */
  recordNextAttempt: async (draft: PaymentDraft, ended: AttemptEnd, next: AttemptStart, position: number) => {
    const { is_done: isDone } = await runForRow<Done>(database, recordNextAttempt, [
      draft.shopId, draft.operationId, ended.attemptId, ended.state, ended.declineReason,
      next.attemptId, next.providerId, position,
    ]);
    return isDone;
  },
  /** False when the create was decided meanwhile, by somebody else. */
  rejectIntent: async (shopId: ShopId, operationId: OperationId, ended: AttemptEnd, code: string) => {
    const { is_done: isDone } = await runForRow<Done>(database, rejectIntent, [
      shopId, operationId, ended.attemptId, ended.state, ended.declineReason, code,
    ]);
    return isDone;
  },
  giveUpAttempt: async (shopId: ShopId, attemptId: AttemptId): Promise<void> => {
    await runStatement(database, giveUpAttempt, [shopId, attemptId]);
  },
  /** Null when the create was decided meanwhile; else whether facts came first and wait for their effect. */
  accept: async (acceptance: {
    readonly shopId: ShopId;
    readonly operationId: OperationId;
    readonly attemptId: AttemptId;
    readonly status: 'pending' | 'awaiting_confirmation';
    readonly numberEncrypted: Buffer;
    readonly holderName: string;
    readonly bankname: string;
    readonly banknameDetails: string | null;
    readonly lifetimeSeconds: number;
    readonly eventId: string;
  }): Promise<boolean | null> => {
    const [row] = await runStatement<{ is_fact_pending: boolean | null }>(database, acceptPayment, [
      acceptance.shopId, acceptance.operationId, acceptance.attemptId, acceptance.status, acceptance.numberEncrypted,
      acceptance.holderName, acceptance.bankname, acceptance.banknameDetails, acceptance.lifetimeSeconds,
      acceptance.eventId,
    ]);
    return row?.is_fact_pending ?? null;
  },
});

export type PaymentsStore = ReturnType<typeof createPaymentsStore>;
