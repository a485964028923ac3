import type { Database, Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { createShopStepBatcher, shopSteps, stepsOfShops, type ShopSteps } from '#platform/shop-batches';
import type { AttemptStart } from '#features/attempts';
import { asHex, toCreateColumns } from '#features/operations';
import { storedTypes, type EventKind } from '#outbox';
import { toQuoteColumns } from '#features/pricing';
import type { Accepted, PaymentDraft } from './payment.ts';

const columns = `api, merchant_operation_id, method, currency, expected_amount, client_id, client_ip, body_digest,
  fx_source, fx_rate, settlement_currency, tariff_percent, tariff_fixed, tariff_minimum, settlement_amount, commission_amount,
  annotations_encrypted, client_encrypted, idempotency_key_digest, webhook_url`;

// For several shops as the function does it for one, in one insert: a call for each shop would be three times the work.
const recordIntentsOfShops: Statement = {
  name: 'record_payment_intents_of_shops',
  text: `with asked as (
      select of_shop.shop_id, intent.* from ${stepsOfShops}
        cross join lateral jsonb_to_recordset(of_shop.steps) as intent (place integer, operation_id uuid, api text,
          merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
          client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
          tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
          commission_amount numeric, annotations_encrypted bytea, client_encrypted bytea, idempotency_key_digest bytea,
          webhook_url text, lease_ms integer, attempt_id uuid, provider_id text)
    ), intent as (
      insert into operations (shop_id, operation_id, type, status, leased_until, ${columns})
      select shop_id, operation_id, 'payment', 'creating', now() + lease_ms * interval '1 millisecond', ${columns}
      from asked order by shop_id, api, merchant_operation_id
      on conflict do nothing
      returning operation_id
    ), first as (
      insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, currency)
      select shop_id, attempt_id, operation_id, provider_id, 1, expected_amount, currency
      from asked join intent using (operation_id)
    )
    select asked.place, now()::timestamptz(3) as recorded_at from asked join intent using (operation_id)`,
};

const recordIntents: ShopSteps = {
  // The rows have the same time, which is that of the statement.
  ...shopSteps('record_payment_intents', 'done.place, done.recorded_at::timestamptz(3) as recorded_at'),
  several: recordIntentsOfShops,
};

const acceptPayments = shopSteps(
  'accept_payments',
  `done.place, done.is_fact_pending, done.accepted_at::timestamptz(3) as accepted_at,
    done.expires_at::timestamptz(3) as expires_at`,
);

type Intent = { readonly draft: PaymentDraft; readonly first: AttemptStart; readonly leaseMs: number };

const toIntentRow = ({ draft, first, leaseMs }: Intent) => ({
  operation_id: draft.operationId,
  ...toCreateColumns(draft),
  ...toQuoteColumns(draft.quote, draft.order.amount.currency, draft.figures),
  lease_ms: leaseMs,
  attempt_id: first.attemptId,
  provider_id: first.providerId,
});

export type Acceptance = {
  readonly shopId: ShopId;
  readonly operationId: OperationId;
  readonly attemptId: AttemptId;
  readonly status: 'pending' | 'awaiting_confirmation';
  readonly numberEncrypted: Buffer;
  readonly numberDigest: Buffer;
  readonly holderName: string | null;
  readonly bankname: string;
  readonly banknameDetails: string | null;
  readonly detailsEncrypted: Buffer | null;
  /** Null: what was asked for. */
  readonly payableAmount: string | null;
  readonly lifetimeSeconds: number;
  /** Null: no merchant is told. */
  readonly event: EventKind | null;
  readonly eventId: string;
};

const toAcceptanceRow = (acceptance: Acceptance) => ({
  operation_id: acceptance.operationId,
  attempt_id: acceptance.attemptId,
  status: acceptance.status,
  number_encrypted: asHex(acceptance.numberEncrypted),
  number_digest: asHex(acceptance.numberDigest),
  holder_name: acceptance.holderName,
  bankname: acceptance.bankname,
  bankname_details: acceptance.banknameDetails,
  details_encrypted: acceptance.detailsEncrypted && asHex(acceptance.detailsEncrypted),
  payable_amount: acceptance.payableAmount,
  lifetime_seconds: acceptance.lifetimeSeconds,
  event_id: acceptance.eventId,
  event_type: acceptance.event && storedTypes[acceptance.event],
});

/** Records intents and says when; null where the identifier is already held. */
export const batchIntents = (database: Database) =>
  createShopStepBatcher<Intent, { readonly recorded_at: Date }, Date | null>(database, {
    steps: recordIntents,
    shopOf: ({ draft }) => draft.shopId,
    toStep: toIntentRow,
    toResults: (rows) => rows.map((row) => row?.recorded_at ?? null),
  });

type AcceptedRow = {
  readonly is_fact_pending: boolean | null;
  readonly accepted_at: Date;
  readonly expires_at: Date;
};

const toAccepted = (row: AcceptedRow | undefined): Accepted | null => {
  if (row === undefined || row.is_fact_pending === null) return null;
  return { isFactPending: row.is_fact_pending, acceptedAt: row.accepted_at, expiresAt: row.expires_at };
};

/**
 * Accepts payments; null where the create was decided meanwhile. A create and the process that takes it over may accept at
 * once, for different attempts; one is too late.
 */
export const batchAcceptances = (database: Database) =>
  createShopStepBatcher<Acceptance, AcceptedRow, Accepted | null>(database, {
    steps: acceptPayments,
    shopOf: ({ shopId }) => shopId,
    toStep: toAcceptanceRow,
    toResults: (rows) => rows.map(toAccepted),
  });
