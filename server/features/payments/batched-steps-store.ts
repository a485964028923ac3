import { runStatement, type Database, type Statement } from '#platform/database';
import { createBatcher } from '#platform/batching';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import type { AttemptStart } from '#features/attempts';
import { asHex, toCreateColumns } from '#features/operations';
import { toQuoteColumns } from '#features/pricing';
import type { Accepted, PaymentDraft } from './payment.ts';

// operations_by_identifier decides who was first; the first attempt is on record before any provider is asked. Rows go
// in by identifier, so two groups with identifiers in common wait for each other in one order and never deadlock.
// Its row has the same time, which is that of the statement.
const recordIntents: Statement = {
  name: 'record_payment_intents',
  text: `with asked as (
      select * from json_to_recordset($1) as intent (shop_id uuid, operation_id uuid, api text,
        merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
        client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
        tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
        commission_amount numeric, annotations_encrypted bytea, lease_ms integer, attempt_id uuid, provider_id text)
    ), intent as (
      insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
        expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
        tariff_fixed, tariff_minimum, settlement_amount, commission_amount, annotations_encrypted, leased_until)
      select shop_id, operation_id, api, merchant_operation_id, 'payment', 'creating', method, currency,
        expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
        tariff_fixed, tariff_minimum, settlement_amount, commission_amount, annotations_encrypted,
        now() + lease_ms * interval '1 millisecond'
      from asked order by shop_id, api, merchant_operation_id
      on conflict (shop_id, api, merchant_operation_id)
        where is_identifier_held do nothing
      returning operation_id)
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, currency)
    select asked.shop_id, asked.attempt_id, asked.operation_id, asked.provider_id, 1, asked.expected_amount,
      asked.currency
    from asked join intent using (operation_id) returning operation_id, now()::timestamptz(3) as created_at`,
};

const acceptPayments: Statement = {
  name: 'accept_payments',
  text: `select place, accept_payment(shop_id, operation_id, attempt_id, status, number_encrypted, number_digest,
      holder_name, bankname, bankname_details, lifetime_seconds, event_id) as is_fact_pending,
      now()::timestamptz(3) as accepted_at,
      (now() + make_interval(secs => lifetime_seconds))::timestamptz(3) as expires_at
    from (select * from json_to_recordset($1) as acceptance (place integer, shop_id uuid, operation_id uuid,
      attempt_id uuid, status text, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, lifetime_seconds integer, event_id uuid) order by operation_id, place) asked`,
};

type Intent = { readonly draft: PaymentDraft; readonly first: AttemptStart; readonly leaseMs: number };

const toIntentRow = ({ draft, first, leaseMs }: Intent) => ({
  shop_id: draft.shopId,
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
  readonly holderName: string;
  readonly bankname: string;
  readonly banknameDetails: string | null;
  readonly lifetimeSeconds: number;
  readonly eventId: string;
};

const toAcceptanceRow = (acceptance: Acceptance, place: number) => ({
  place,
  shop_id: acceptance.shopId,
  operation_id: acceptance.operationId,
  attempt_id: acceptance.attemptId,
  status: acceptance.status,
  number_encrypted: asHex(acceptance.numberEncrypted),
  number_digest: asHex(acceptance.numberDigest),
  holder_name: acceptance.holderName,
  bankname: acceptance.bankname,
  bankname_details: acceptance.banknameDetails,
  lifetime_seconds: acceptance.lifetimeSeconds,
  event_id: acceptance.eventId,
});

/** Records intents and says when; null where the identifier is already held. */
export const batchIntents = (database: Database) =>
  createBatcher<Intent, Date | null>({
    run: async (intents) => {
      const rows = JSON.stringify(intents.map(toIntentRow));
      const recorded = await runStatement<{ operation_id: string; created_at: Date }>(database, recordIntents, [rows]);
      const times = new Map(recorded.map((row) => [row.operation_id, row.created_at]));
      return intents.map(({ draft }) => times.get(draft.operationId) ?? null);
    },
  });

type AcceptedRow = {
  readonly place: number;
  readonly is_fact_pending: boolean | null;
  readonly accepted_at: Date;
  readonly expires_at: Date;
};

const toAccepted = (row: AcceptedRow | undefined): Accepted | null => {
  if (row === undefined || row.is_fact_pending === null) return null;
  return { isFactPending: row.is_fact_pending, acceptedAt: row.accepted_at, expiresAt: row.expires_at };
};

/** Accepts payments; null where the create was decided meanwhile. */
export const batchAcceptances = (database: Database) =>
  createBatcher<Acceptance, Accepted | null>({
    run: async (acceptances) => {
      const rows = JSON.stringify(acceptances.map(toAcceptanceRow));
      const accepted = await runStatement<AcceptedRow>(database, acceptPayments, [rows]);
      // By place: a create and whoever takes it over may accept at once, for different attempts; one is too late.
      const results = new Map(accepted.map((row) => [row.place, row]));
      return acceptances.map((_acceptance, place) => toAccepted(results.get(place)));
    },
  });
