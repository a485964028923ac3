-- The schema in which the migrations end, as Postgres describes it. A test compares it with a migrated database;
-- UPDATE_SCHEMA=1 in front of that test writes this file anew.

create table api_key_directory (
  digest bytea not null,
  shop_id uuid not null,
  key_id uuid not null,
  constraint api_key_directory_pkey PRIMARY KEY (digest),
  constraint api_key_directory_key_id_key UNIQUE (key_id)
);

create table api_keys (
  shop_id uuid not null,
  key_id uuid not null,
  digest bytea not null,
  hint text not null,
  created_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (shop_id, key_id),
  constraint api_keys_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint api_keys_digest_check CHECK ((octet_length(digest) = 32))
);

create table attempts (
  shop_id uuid not null,
  attempt_id uuid not null,
  operation_id uuid not null,
  provider_id text not null,
  position smallint not null,
  state text not null default 'sending'::text,
  decline_reason text,
  reported_state text,
  evidence jsonb,
  paid_amount numeric(20,2) not null default 0,
  booked_amount numeric(20,2) not null default 0,
  suspense_amount numeric(20,2) not null default 0,
  is_fact_pending boolean not null default false,
  check_at timestamp(3) with time zone,
  checks integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  type text not null default 'payment'::text,
  leg smallint not null default 1,
  amount numeric(20,2) not null,
  returned_amount numeric(20,2) not null default 0,
  suspense_settled numeric(20,2) not null default 0,
  claim integer not null default 0,
  resolved_by text,
  evidence_due_at timestamp(3) with time zone,
  evidence_checks integer not null default 0,
  constraint attempts_pkey PRIMARY KEY (shop_id, attempt_id),
  constraint attempts_check_at_check CHECK (
CASE type
    WHEN 'payment'::text THEN (((state <> 'unknown'::text) OR (check_at IS NOT NULL)) AND ((check_at IS NULL) OR (state = ANY (ARRAY['unknown'::text, 'accepted'::text]))))
    ELSE ((check_at IS NOT NULL) = ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'unknown'::text])) OR ((state = 'accepted'::text) AND (reported_state IS NULL))))
END),
  constraint attempts_reported_state_check CHECK ((reported_state = ANY (ARRAY['paid'::text, 'failed'::text]))),
  constraint attempts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'accepted'::text, 'declined'::text, 'unknown'::text, 'voided'::text]))),
  constraint attempts_totals_check CHECK (((paid_amount >= booked_amount) AND (paid_amount >= returned_amount))),
  constraint attempts_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text])))
) with (fillfactor=70);
CREATE INDEX attempts_by_operation ON public.attempts USING btree (operation_id);
CREATE INDEX attempts_due ON public.attempts USING btree (type, check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX attempts_evidence_due ON public.attempts USING btree (evidence_due_at) WHERE (evidence_due_at IS NOT NULL);
CREATE INDEX attempts_fact_pending ON public.attempts USING btree (updated_at) WHERE is_fact_pending;
CREATE INDEX attempts_suspense ON public.attempts USING btree (shop_id, attempt_id) INCLUDE (suspense_amount, suspense_settled) WHERE ((suspense_amount <> (0)::numeric) OR (suspense_settled <> (0)::numeric));

create table audit_log (
  entry_id uuid not null,
  shop_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamp(3) with time zone not null default now(),
  constraint audit_log_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (shop_id, subject);
CREATE INDEX audit_log_contradictions ON public.audit_log USING btree (created_at) WHERE (action = 'provider.contradicted'::text);
CREATE INDEX audit_log_suspense ON public.audit_log USING btree (shop_id, subject) WHERE (action = ANY (ARRAY['suspense.posted'::text, 'suspense.credited'::text, 'suspense.returned'::text, 'suspense.written_off'::text]));
revoke delete, truncate, update on audit_log from current_user;

create table cancel_reasons (
  shop_id uuid not null,
  entry_id uuid not null,
  reason_encrypted bytea,
  reason_plain text,
  created_at timestamp with time zone not null default now(),
  constraint cancel_reasons_pkey PRIMARY KEY (shop_id, entry_id),
  constraint cancel_reasons_check CHECK ((num_nonnulls(reason_encrypted, reason_plain) = 1)),
  constraint cancel_reasons_reason_encrypted_check CHECK ((get_byte(reason_encrypted, 0) = 0))
);

create table events (
  shop_id uuid not null,
  event_id uuid not null,
  operation_id uuid not null,
  api text not null,
  sequence integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  dispatched_at timestamp(3) with time zone,
  constraint events_pkey PRIMARY KEY (shop_id, event_id)
) with (fillfactor=70);
CREATE UNIQUE INDEX events_by_operation ON public.events USING btree (shop_id, operation_id, sequence);
CREATE INDEX events_undispatched ON public.events USING btree (created_at) WHERE (dispatched_at IS NULL);

create table fx_rates (
  base text not null,
  quote text not null,
  source text not null,
  valid_from timestamp(3) with time zone not null,
  valid_until timestamp(3) with time zone,
  rate numeric(30,10) not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint fx_rates_pkey PRIMARY KEY (base, quote, source, valid_from),
  constraint fx_rates_check CHECK ((base <> quote)),
  constraint fx_rates_rate_check CHECK ((rate > (0)::numeric)),
  constraint fx_rates_validity_check CHECK ((valid_until > valid_from))
);
CREATE INDEX fx_rates_by_time ON public.fx_rates USING btree (base, quote, valid_from DESC);

create table hosted_pages (
  operation_id uuid not null,
  shop_id uuid not null,
  opened_at timestamp(3) with time zone not null default now(),
  constraint hosted_pages_pkey PRIMARY KEY (operation_id)
);

create table instances (
  instance_id uuid not null,
  worker_ids text[] not null,
  beat_at timestamp(3) with time zone not null default now(),
  constraint instances_pkey PRIMARY KEY (instance_id)
);

create table key_ring_canaries (
  key_id text not null,
  canary bytea not null,
  is_in_use boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint key_ring_canaries_pkey PRIMARY KEY (key_id)
);

create table ledger_accounts (
  shop_id uuid not null,
  account text not null,
  currency text not null,
  balance numeric(24,6) not null,
  constraint ledger_accounts_pkey PRIMARY KEY (shop_id, account, currency),
  constraint ledger_accounts_account_check CHECK ((account = ANY (ARRAY['available'::text, 'reserved'::text]))),
  constraint ledger_accounts_not_negative CHECK ((balance >= (0)::numeric))
) with (fillfactor=50);

create table ledger_postings (
  shop_id uuid not null,
  transaction_id uuid not null,
  line smallint not null,
  account text not null,
  currency text not null,
  amount numeric(24,6) not null,
  constraint ledger_postings_pkey PRIMARY KEY (shop_id, transaction_id, line),
  constraint ledger_postings_amount_check CHECK ((amount <> (0)::numeric))
);
revoke delete, truncate, update on ledger_postings from current_user;

create table ledger_transactions (
  shop_id uuid not null,
  transaction_id uuid not null,
  kind text not null,
  operation_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  constraint ledger_transactions_pkey PRIMARY KEY (shop_id, transaction_id)
);
CREATE INDEX ledger_transactions_by_operation ON public.ledger_transactions USING btree (shop_id, operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX ledger_transactions_credits ON public.ledger_transactions USING btree (shop_id, operation_id) WHERE (kind = 'suspense_credited'::text);
CREATE UNIQUE INDEX ledger_transactions_one_settlement ON public.ledger_transactions USING btree (shop_id, operation_id) WHERE (kind = ANY (ARRAY['payment_settled'::text, 'payout_settled'::text]));
revoke delete, truncate, update on ledger_transactions from current_user;

create table merchants (
  merchant_id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_name_key UNIQUE (name)
);

create table methods (
  api text not null,
  code text not null,
  direction text not null,
  currency text not null,
  rail text not null,
  number_format text not null,
  min_amount numeric(20,2) not null,
  max_amount numeric(20,2) not null,
  constraint methods_pkey PRIMARY KEY (api, code, direction),
  constraint methods_api_check CHECK ((api = ANY (ARRAY['v1'::text, 'h2h'::text]))),
  constraint methods_check CHECK ((max_amount >= min_amount)),
  constraint methods_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint methods_min_amount_check CHECK ((min_amount > (0)::numeric)),
  constraint methods_rail_check CHECK ((rail = ANY (ARRAY['card'::text, 'phone'::text, 'account'::text])))
);

create table operations (
  shop_id uuid not null,
  operation_id uuid not null,
  api text not null,
  merchant_operation_id text not null,
  is_identifier_held boolean not null default ((status <> 'rejected'::text) AND (NOT ((api = 'h2h'::text) AND (status = 'cancelled'::text)))),
  type text not null,
  status text not null,
  method text,
  currency text,
  expected_amount numeric(20,2),
  actual_amount numeric(20,2) not null default 0,
  client_id text,
  client_ip text,
  body_digest bytea,
  fx_source text,
  fx_rate numeric(30,10),
  settlement_currency text,
  tariff_percent numeric(9,6),
  tariff_fixed numeric(20,6),
  tariff_minimum numeric(20,6),
  recorded_amount numeric(24,6),
  settlement_amount numeric(24,6),
  commission_amount numeric(24,6),
  attempt_id uuid,
  is_confirmation_required boolean not null default false,
  number_encrypted bytea,
  holder_name text,
  bankname text,
  bankname_details text,
  manual_check_reason text,
  cancel_reason text,
  rejection_code text,
  event_sequence integer not null default 0,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  number_digest bytea,
  receipt_file_id uuid,
  is_expiring boolean not null default false,
  is_evidence_pending boolean not null default false,
  annotations_encrypted bytea,
  constraint operations_pkey PRIMARY KEY (shop_id, operation_id),
  constraint operations_actual_amount_check CHECK ((actual_amount >= (0)::numeric)),
  constraint operations_api_check CHECK ((api = ANY (ARRAY['v1'::text, 'h2h'::text]))),
  constraint operations_cancel_reason_check CHECK ((cancel_reason = ANY (ARRAY['merchant'::text, 'declined'::text, 'expired'::text, 'receipt_rejected'::text, 'failed'::text]))),
  constraint operations_check CHECK (((status = 'manual_check'::text) = (manual_check_reason IS NOT NULL))),
  constraint operations_check1 CHECK (((status = 'cancelled'::text) = (cancel_reason IS NOT NULL))),
  constraint operations_check2 CHECK (((status = 'completed'::text) = (recorded_amount IS NOT NULL))),
  constraint operations_check3 CHECK (((status = 'creating'::text) OR (leased_until IS NULL))),
  constraint operations_expected_amount_check CHECK ((expected_amount > (0)::numeric)),
  constraint operations_filled_check CHECK (((status = 'tombstone'::text) OR (num_nulls(method, currency, expected_amount, client_id, body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed, tariff_minimum, settlement_amount, commission_amount) = 0))),
  constraint operations_manual_check_reason_check CHECK ((manual_check_reason = ANY (ARRAY['potential_fake'::text, 'not_terminal'::text]))),
  constraint operations_reviewed_check CHECK (((status <> 'manual_check'::text) OR (receipt_file_id IS NOT NULL))),
  constraint operations_status_check CHECK ((status = ANY (ARRAY['tombstone'::text, 'creating'::text, 'rejecting'::text, 'rejected'::text, 'pending'::text, 'awaiting_confirmation'::text, 'manual_check'::text, 'completed'::text, 'cancelled'::text]))),
  constraint operations_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text])))
) with (fillfactor=70);
CREATE INDEX operations_by_expiry ON public.operations USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE UNIQUE INDEX operations_by_identifier ON public.operations USING btree (shop_id, api, merchant_operation_id) WHERE is_identifier_held;
CREATE INDEX operations_by_number ON public.operations USING btree (shop_id, number_digest) WHERE (number_digest IS NOT NULL);
CREATE INDEX operations_by_time ON public.operations USING btree (shop_id, api, type, status, created_at, operation_id) WHERE (created_at IS NOT NULL);
CREATE INDEX operations_to_review ON public.operations USING btree (shop_id, operation_id) WHERE (manual_check_reason IS NOT NULL);
CREATE INDEX operations_undecided ON public.operations USING btree (leased_until) WHERE (leased_until IS NOT NULL);

create table providers (
  provider_id text not null,
  kind text not null,
  is_active boolean not null default true,
  constraint providers_pkey PRIMARY KEY (provider_id),
  constraint providers_kind_check CHECK ((kind = 'sandbox'::text)),
  constraint providers_provider_id_check CHECK ((provider_id ~ '^[a-z0-9-]{1,40}$'::text))
);

create table receipt_contents (
  shop_id uuid not null,
  file_id uuid not null,
  key_encrypted bytea not null,
  content bytea not null,
  constraint receipt_contents_pkey PRIMARY KEY (shop_id, file_id),
  constraint receipt_contents_shop_id_file_id_fkey FOREIGN KEY (shop_id, file_id) REFERENCES receipt_files(shop_id, file_id)
);

create table receipt_digests (
  digest bytea not null,
  shop_id uuid not null,
  operation_id uuid not null,
  constraint receipt_digests_pkey PRIMARY KEY (digest)
);

create table receipt_files (
  shop_id uuid not null,
  file_id uuid not null,
  operation_id uuid not null,
  digest bytea not null,
  size_bytes integer not null,
  storage text not null,
  state text not null default 'storing'::text,
  findings jsonb,
  submit_at timestamp(3) with time zone,
  submissions integer not null default 0,
  uploaded_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint receipt_files_pkey PRIMARY KEY (shop_id, file_id),
  constraint receipt_files_check CHECK (((state = 'recorded'::text) OR (submit_at IS NULL))),
  constraint receipt_files_check1 CHECK (((state <> 'recorded'::text) OR (findings IS NOT NULL))),
  constraint receipt_files_digest_check CHECK ((length(digest) = 32)),
  constraint receipt_files_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint receipt_files_state_check CHECK ((state = ANY (ARRAY['storing'::text, 'recorded'::text, 'removing'::text]))),
  constraint receipt_files_storage_check CHECK ((storage = ANY (ARRAY['postgres'::text, 's3'::text])))
);
CREATE UNIQUE INDEX receipt_files_by_content ON public.receipt_files USING btree (shop_id, operation_id, digest) WHERE (state = 'recorded'::text);
CREATE INDEX receipt_files_by_operation ON public.receipt_files USING btree (shop_id, operation_id);
CREATE INDEX receipt_files_to_remove ON public.receipt_files USING btree (updated_at) WHERE (state <> 'recorded'::text);
CREATE INDEX receipt_files_to_submit ON public.receipt_files USING btree (submit_at) WHERE (submit_at IS NOT NULL);

create table receipts (
  shop_id uuid not null,
  operation_id uuid not null,
  receipt_id uuid not null,
  attempt_id uuid not null,
  amount numeric(20,2) not null,
  completed_at timestamp(3) with time zone not null,
  is_synthetic boolean not null,
  file_id uuid,
  document_id text,
  constraint receipts_pkey PRIMARY KEY (shop_id, operation_id, receipt_id),
  constraint receipts_amount_check CHECK ((amount > (0)::numeric)),
  constraint receipts_shown_check CHECK ((num_nonnulls(file_id, document_id) <= 1)),
  constraint receipts_synthetic_check CHECK (((NOT is_synthetic) OR (num_nonnulls(file_id, document_id) = 0)))
);
revoke truncate, update on receipts from current_user;

create table routes (
  shop_id uuid not null,
  route_id uuid not null,
  direction text not null,
  method text not null,
  provider_id text not null,
  priority integer not null,
  min_amount numeric(20,2) not null default 0.01,
  max_amount numeric(20,2) not null default 999999999.99,
  lifetime_seconds integer not null default 1800,
  answer_timeout_ms integer,
  is_active boolean not null default true,
  constraint routes_pkey PRIMARY KEY (shop_id, route_id),
  constraint routes_shop_id_direction_method_provider_id_key UNIQUE (shop_id, direction, method, provider_id),
  constraint routes_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(provider_id),
  constraint routes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint routes_answer_timeout_ms_check CHECK ((answer_timeout_ms > 0)),
  constraint routes_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint routes_lifetime_seconds_check CHECK ((lifetime_seconds > 0)),
  constraint routes_priority_check CHECK ((priority > 0))
);

create table sandbox_orders (
  shop_id uuid not null,
  attempt_id uuid not null,
  provider_id text not null,
  amount numeric(20,2) not null,
  state text not null,
  paid_amount numeric(20,2) not null default 0,
  rail text,
  pays_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  type text not null default 'payment'::text,
  due_state text not null default 'paid'::text,
  due_since timestamp(3) with time zone,
  is_silent boolean not null default false,
  receipt_verdict text,
  receipt_file_id uuid,
  evidence_after_ms integer,
  constraint sandbox_orders_pkey PRIMARY KEY (shop_id, attempt_id),
  constraint sandbox_orders_due_state_check CHECK ((due_state = ANY (ARRAY['paid'::text, 'failed'::text, 'accepted'::text]))),
  constraint sandbox_orders_receipt_verdict_check CHECK ((receipt_verdict = ANY (ARRAY['accepted'::text, 'suspicious'::text, 'not_terminal'::text]))),
  constraint sandbox_orders_state_check CHECK ((state = ANY (ARRAY['accepted'::text, 'declined'::text, 'paid'::text, 'failed'::text, 'voided'::text]))),
  constraint sandbox_orders_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text])))
) with (fillfactor=80);
CREATE INDEX sandbox_orders_due ON public.sandbox_orders USING btree (pays_at) WHERE (pays_at IS NOT NULL);

create table shops (
  shop_id uuid not null,
  merchant_id uuid not null,
  name text not null,
  mode text not null,
  settlement_currency text not null,
  created_at timestamp(3) with time zone not null default now(),
  rate_source text,
  shredding_from uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint shops_pkey PRIMARY KEY (shop_id),
  constraint shops_name_key UNIQUE (name),
  constraint shops_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint shops_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);

create table shredding_leftovers (
  shop_id uuid not null,
  operation_id uuid not null,
  constraint shredding_leftovers_pkey PRIMARY KEY (shop_id, operation_id)
);

create table tariffs (
  shop_id uuid not null,
  tariff_id uuid not null,
  direction text not null,
  method text not null,
  bank_tier text not null default 'any'::text,
  min_amount numeric(20,2) not null default 0.01,
  max_amount numeric(20,2) not null default 999999999.99,
  percent numeric(9,6) not null default 0,
  fixed numeric(20,6) not null default 0,
  minimum numeric(20,6) not null default 0,
  constraint tariffs_pkey PRIMARY KEY (shop_id, tariff_id),
  constraint tariffs_shop_id_direction_method_bank_tier_min_amount_key UNIQUE (shop_id, direction, method, bank_tier, min_amount),
  constraint tariffs_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint tariffs_bank_tier_check CHECK ((bank_tier = ANY (ARRAY['any'::text, 'intrabank'::text, 'interbank'::text]))),
  constraint tariffs_check CHECK ((max_amount >= min_amount)),
  constraint tariffs_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint tariffs_fixed_check CHECK ((fixed >= (0)::numeric)),
  constraint tariffs_minimum_check CHECK ((minimum >= (0)::numeric)),
  constraint tariffs_percent_check CHECK (((percent >= (0)::numeric) AND (percent < (100)::numeric)))
);

create table webhook_deliveries (
  shop_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp(3) with time zone not null default now(),
  leased_until timestamp(3) with time zone,
  last_http_status integer,
  last_error text,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (shop_id, event_id, endpoint_id),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (finished_at IS NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
) with (fillfactor=70);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (status = 'pending'::text);

create table webhook_endpoints (
  shop_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  types text[],
  is_default boolean not null default false,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  created_at timestamp(3) with time zone not null default now(),
  constraint webhook_endpoints_pkey PRIMARY KEY (shop_id, endpoint_id),
  constraint webhook_endpoints_shop_id_url_key UNIQUE (shop_id, url),
  constraint webhook_endpoints_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint webhook_endpoints_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['operator'::text, 'gone'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2048))
);
CREATE INDEX webhook_endpoints_by_id ON public.webhook_endpoints USING btree (endpoint_id);
CREATE UNIQUE INDEX webhook_endpoints_default ON public.webhook_endpoints USING btree (shop_id) WHERE is_default;

create table webhook_secrets (
  shop_id uuid not null,
  secret_id uuid not null,
  endpoint_id uuid,
  secret_encrypted bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (shop_id, secret_id),
  constraint webhook_secrets_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id)
);
CREATE UNIQUE INDEX webhook_secrets_current ON public.webhook_secrets USING btree (shop_id, COALESCE(endpoint_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (expires_at IS NULL);

CREATE OR REPLACE FUNCTION public.accept_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_status text, p_number bytea, p_number_digest bytea, p_holder_name text, p_bankname text, p_bankname_details text, p_lifetime_seconds integer, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      accepted operations;
      is_pending boolean;
    begin
      update operations set
        status = p_status, attempt_id = p_attempt, number_encrypted = p_number, number_digest = p_number_digest,
        holder_name = p_holder_name, bankname = p_bankname, bankname_details = p_bankname_details, leased_until = null,
        is_confirmation_required = (p_status = 'awaiting_confirmation'),
        event_sequence = case when p_status = 'awaiting_confirmation' then 1 else 0 end,
        expires_at = now() + make_interval(secs => p_lifetime_seconds), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'creating'
      returning * into accepted;
      if not found then return null; end if;
      if p_status = 'awaiting_confirmation' then
        perform outbox_record(p_event, accepted, 'operation.awaiting_confirmation');
      end if;
      -- Strict: an attempt that was taken for unknown is on its way to be voided, so the whole step fails.
      update attempts set state = 'accepted', updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
      returning is_fact_pending into strict is_pending;
      return is_pending;
    end $function$;

CREATE OR REPLACE FUNCTION public.adjustments_of(p_shop uuid, p_operation uuid)
 RETURNS TABLE(created_at timestamp with time zone, adjustment_id uuid, adjustment jsonb)
 LANGUAGE sql
 STABLE
AS $function$
      select t.created_at, t.transaction_id, jsonb_build_object(
        'adjustment_id', t.transaction_id,
        'kind', case when sum(p.amount) filter (where p.account = 'suspense') < 0 then 'credit' else 'charge' end,
        'amount', abs(coalesce(sum(p.amount) filter (where p.account = 'suspense'), 0))::text,
        'settlement_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'available'), 0))::text,
        'commission_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'commission'), 0))::text,
        'created_at', t.created_at
      )
      from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
      where t.shop_id = p_shop and t.operation_id = p_operation and t.kind = 'suspense_credited'
      group by t.transaction_id, t.created_at
    $function$;

CREATE OR REPLACE FUNCTION public.approve_receipt(p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_settlement jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      actual numeric := (p_settlement ->> 'actual')::numeric;
    begin
      if payment.status is distinct from 'manual_check' then return 'decided'; end if;
      if exists (select from attempts where shop_id = p_shop and attempt_id = payment.attempt_id and paid_amount > actual)
      then
        return 'less_than_noted';
      end if;
      perform settle_payments(jsonb_build_array(p_settlement));
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'receipt.approved', payment.operation_id::text,
        jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
        jsonb_build_object('status', 'completed', 'file_id', p_file, 'actual_amount', actual::text, 'note', p_note));
      return 'approved';
    end $function$;

CREATE OR REPLACE FUNCTION public.are_legs_definite(p_shop uuid, p_operation uuid)
 RETURNS boolean
 LANGUAGE sql
AS $function$
      select coalesce(not bool_or(check_at is not null), true) from attempts
      where shop_id = p_shop and operation_id = p_operation
    $function$;

CREATE OR REPLACE FUNCTION public.ask_for_receipt_again(p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      asked operations;
    begin
      if payment.status is distinct from 'manual_check' then return false; end if;
      update operations o set status = 'awaiting_confirmation', manual_check_reason = null, receipt_file_id = null,
        is_expiring = false, event_sequence = event_sequence + 1, updated_at = now(),
        expires_at = now() + make_interval(secs => coalesce((
          select r.lifetime_seconds from routes r
          where r.shop_id = p_shop and r.direction = 'payment' and r.method = o.method and r.provider_id = (
            select a.provider_id from attempts a where a.shop_id = p_shop and a.attempt_id = o.attempt_id)
        ), 1800))
      where o.shop_id = p_shop and o.operation_id = payment.operation_id
      returning * into asked;
      perform outbox_record(p_event, asked, 'operation.awaiting_confirmation');
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'receipt.asked_again', payment.operation_id::text,
        jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
        jsonb_build_object('status', asked.status, 'file_id', p_file, 'note', p_note));
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.begin_receipt(p_shop uuid, p_api text, p_operation uuid, p_file uuid, p_digest bytea, p_size integer, p_storage text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations;
    begin
      select * into payment from operations
      where shop_id = p_shop and operation_id = p_operation and api = p_api;
      if not found or payment.status in ('tombstone', 'creating', 'rejecting', 'rejected') then
        return 'not_found';
      end if;
      if exists (select from receipt_files
        where shop_id = p_shop and operation_id = p_operation and digest = p_digest and state = 'recorded')
      then
        return 'same_file';
      end if;
      if payment.type <> 'payment' or payment.status <> 'awaiting_confirmation' or payment.receipt_file_id is not null
        or payment.is_expiring or payment.expires_at <= now()
      then
        return 'wrong_state';
      end if;
      -- Those that a dead process left behind do not count for long.
      if (select count(*) from receipt_files
        where shop_id = p_shop and operation_id = p_operation and state = 'storing'
          and uploaded_at > now() - interval '1 minute') >= 5
      then
        return 'too_many';
      end if;
      insert into receipt_files (shop_id, file_id, operation_id, digest, size_bytes, storage)
      values (p_shop, p_file, p_operation, p_digest, p_size, p_storage);
      return 'begun';
    end $function$;

CREATE OR REPLACE FUNCTION public.cancel_payment(p_shop uuid, p_api text, p_operation uuid, p_identifier text, p_tombstone uuid, p_reason bytea, p_event uuid, p_entry uuid)
 RETURNS TABLE(outcome text, operation_id uuid, status text, merchant_operation_id text, created_at timestamp with time zone, terminal_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
    #variable_conflict use_column
    declare
      payment operations;
      decision text;
    begin
      loop
        if p_identifier is null then
          select * into payment from operations o
          where o.shop_id = p_shop and o.operation_id = p_operation and o.api = p_api
            and o.status not in ('creating', 'rejecting', 'rejected')
          for update;
        else
          select * into payment from operations o
          where o.shop_id = p_shop and o.api = p_api and o.merchant_operation_id = p_identifier and o.is_identifier_held
          for update;
        end if;
        exit when found or p_identifier is null;
        insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status)
        values (p_shop, p_tombstone, p_api, p_identifier, 'payment', 'tombstone')
        on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing;
        -- The next turn reads what this one has written, or what came in between.
      end loop;
      if payment.shop_id is null then
        decision := 'operation_not_found';
      elsif payment.type = 'payout' then
        decision := 'not_cancellable';
      elsif payment.status = 'manual_check'
        or payment.status = 'awaiting_confirmation' and payment.receipt_file_id is not null
      then
        decision := 'receipt_under_review';
      elsif payment.status = 'completed' or payment.status = 'cancelled' and payment.cancel_reason <> 'merchant' then
        decision := 'already_terminal';
      else
        decision := 'cancelled';
        if payment.status = 'rejecting' then
          -- Its merchant was told that no payment exists, so this is a cancellation before any create.
          update operations o set status = 'tombstone', rejection_code = null, updated_at = now()
          where o.shop_id = p_shop and o.operation_id = payment.operation_id;
        elsif payment.status in ('creating', 'pending', 'awaiting_confirmation') then
          perform end_by_merchant(payment, p_event);
        end if;
        if payment.status <> 'cancelled' and (payment.status <> 'tombstone' or payment.operation_id = p_tombstone) then
          if p_reason is not null then
            insert into cancel_reasons (shop_id, entry_id, reason_encrypted) values (p_shop, p_entry, p_reason);
          end if;
          insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
          values (p_entry, p_shop, 'merchant', 'payment.cancelled', payment.operation_id::text,
            jsonb_build_object('status', payment.status),
            case when p_reason is null then '{"reason": "cancel"}' else jsonb_build_object('reason_id', p_entry) end);
        end if;
        select * into payment from operations o where o.shop_id = p_shop and o.operation_id = payment.operation_id;
      end if;
      -- A tombstone is shown as the cancelled payment that its create will find.
      return query select decision, payment.operation_id,
        case payment.status when 'tombstone' then 'cancelled' else payment.status end,
        payment.merchant_operation_id, payment.created_at::timestamptz,
        coalesce(payment.finished_at, payment.updated_at)::timestamptz;
    end $function$;

CREATE OR REPLACE FUNCTION public.create_payouts(p_payouts jsonb, p_legs jsonb)
 RETURNS TABLE(operation uuid, outcome text)
 LANGUAGE plpgsql
AS $function$
    declare
      inserted uuid[];
      reserved uuid[] := '{}';
      of_shop record;
    begin
      with fresh as (
        insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details, annotations_encrypted)
        select shop_id, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details, annotations_encrypted
        from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, api text,
          merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
          client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
          tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
          commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
          bankname_details text, annotations_encrypted bytea)
        order by shop_id, api, merchant_operation_id
        on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing
        returning operation_id
      )
      select coalesce(array_agg(operation_id), '{}') into inserted from fresh;
      for of_shop in
        select shop_id, settlement_currency, array_agg(operation_id order by operation_id) as operations,
          array_agg(transaction_id order by operation_id) as transactions,
          array_agg(settlement_amount order by operation_id) as amounts
        from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, transaction_id uuid,
          settlement_currency text, settlement_amount numeric)
        where operation_id = any(inserted)
        group by shop_id, settlement_currency order by shop_id, settlement_currency
      loop
        reserved := reserved || ledger_reserve(
          of_shop.shop_id, of_shop.settlement_currency, of_shop.operations, of_shop.transactions, of_shop.amounts);
        -- Nobody has seen it and no provider was asked: it never was.
        delete from operations
        where shop_id = of_shop.shop_id and operation_id = any(of_shop.operations) and operation_id <> all(reserved);
      end loop;
      insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, state, check_at)
      select shop_id, attempt_id, operation_id, provider_id, 1, 'payout', leg, amount, 'queued', now()
      from jsonb_to_recordset(p_legs) as part (shop_id uuid, attempt_id uuid, operation_id uuid, provider_id text,
        leg smallint, amount numeric)
      where operation_id = any(reserved);
      return query
        select operation_id, case
          when operation_id = any(reserved) then 'created' when operation_id = any(inserted) then 'insufficient'
          else 'held' end
        from jsonb_to_recordset(p_payouts) as asked (operation_id uuid);
    end $function$;

CREATE OR REPLACE FUNCTION public.decline_leg(p_shop uuid, p_operation uuid, p_attempt uuid, p_claim integer, p_reason text, p_next uuid, p_provider text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      declined attempts;
      is_open boolean;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      is_open := found;
      update attempts set state = 'declined', decline_reason = p_reason, check_at = null, updated_at = now(),
        is_fact_pending = (p_next is null)
      where shop_id = p_shop and attempt_id = p_attempt and claim = p_claim and state in ('sending', 'unknown')
      returning * into declined;
      if not found then return false; end if;
      if is_open and p_next is not null then
        insert into attempts
          (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, state, check_at)
        values (p_shop, p_next, p_operation, p_provider, declined.position + 1, 'payout', declined.leg, declined.amount,
          'queued', now());
      end if;
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.doubt_payment(p_shop uuid, p_operation uuid, p_reason text, p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      doubted operations;
    begin
      update operations set status = 'manual_check', manual_check_reason = p_reason,
        event_sequence = event_sequence + 1, updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into doubted;
      perform outbox_record(p_event, doubted, 'operation.manual_check');
    end $function$;

CREATE OR REPLACE FUNCTION public.doubt_receipt(p_shop uuid, p_attempt uuid, p_file uuid, p_reason text, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
    begin
      if payment.status is distinct from 'awaiting_confirmation' or payment.attempt_id is distinct from p_attempt then
        return false;
      end if;
      perform doubt_payment(p_shop, payment.operation_id, p_reason, p_event);
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.end_attempt(p_shop uuid, p_attempt uuid, p_state text, p_reason text)
 RETURNS void
 LANGUAGE sql
AS $function$
      update attempts set state = p_state, decline_reason = p_reason, updated_at = now(),
        check_at = case when p_state = 'unknown' then now() end
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
    $function$;

CREATE OR REPLACE FUNCTION public.end_by_merchant(p_payment operations, p_event uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = 'merchant', actual_amount = 0, settlement_amount = 0,
        commission_amount = 0, leased_until = null, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id
      returning * into ended;
      -- What was sent and not answered may become an order: its details are never issued, and it is voided. So is the
      -- order that stands, and money that was noted for it goes to suspense.
      update attempts set
        state = case state when 'sending' then 'unknown' else state end, check_at = now(),
        is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = now()
      where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id and state in ('sending', 'accepted');
      perform outbox_record(p_event, ended, 'operation.cancelled');
    end $function$;

CREATE OR REPLACE FUNCTION public.end_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, actual_amount = 0,
        settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
        and not (p_reason = 'expired' and receipt_file_id is not null)
      returning * into ended;
      if not found then return false; end if;
      -- Money that was noted while the caller looked is not forgotten: it goes to suspense.
      update attempts set reported_state = 'failed', is_fact_pending = (paid_amount > 0), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.end_payout(p_shop uuid, p_operation uuid, p_reason text, p_transaction uuid, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      held operations;
      ended operations;
    begin
      select * into held from operations
      where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      if not found or not are_legs_definite(p_shop, p_operation) or exists (
        select from attempts where shop_id = p_shop and operation_id = p_operation and state = 'accepted'
          and paid_amount > returned_amount
      ) then return false; end if;
      update attempts set is_fact_pending = (paid_amount - returned_amount <> suspense_amount), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      update operations set
        status = 'cancelled', cancel_reason = p_reason, actual_amount = 0, settlement_amount = 0, commission_amount = 0,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into ended;
      perform ledger_post(p_shop, p_transaction, 'payout_released', p_operation, array['reserved', 'available'],
        array[held.settlement_currency, held.settlement_currency],
        array[-held.settlement_amount, held.settlement_amount]);
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.ended_at(p_operation operations)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select case when p_operation.status in ('completed', 'cancelled', 'rejected')
        then coalesce(p_operation.finished_at, p_operation.updated_at) end
    $function$;

CREATE OR REPLACE FUNCTION public.fill_tombstone(p_event uuid, p_payment jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      filled operations;
    begin
      update operations o set
        status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
        expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
        body_digest = asked.body_digest, annotations_encrypted = asked.annotations_encrypted, fx_rate = asked.fx_rate,
        settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
        tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = o.updated_at, updated_at = now()
      from jsonb_to_record(p_payment) as asked (shop_id uuid, operation_id uuid, method text, currency text,
        expected_amount numeric, client_id text, client_ip text, body_digest bytea, annotations_encrypted bytea,
        fx_source text, fx_rate numeric,
        settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric)
      where o.shop_id = asked.shop_id and o.operation_id = asked.operation_id and o.status = 'tombstone'
      returning o.* into filled;
      if not found then return false; end if;
      perform outbox_record(p_event, filled, 'operation.cancelled');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.give_up_payment(p_shop uuid, p_operation uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      if not found then return; end if;
      update attempts set state = 'unknown', check_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and state = 'sending';
      update operations set leased_until = null, updated_at = now(),
        status = case when exists (
          select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
            and state = 'unknown') then 'rejecting' else 'rejected' end
      where shop_id = p_shop and operation_id = p_operation;
    end $function$;

CREATE OR REPLACE FUNCTION public.hold_reviewed(p_shop uuid, p_file uuid)
 RETURNS operations
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations;
    begin
      select o.* into payment from operations o
      where o.shop_id = p_shop
        and o.operation_id = (select f.operation_id from receipt_files f where f.shop_id = p_shop and f.file_id = p_file)
      for update;
      if payment.receipt_file_id is distinct from p_file then return null; end if;
      return payment;
    end $function$;

CREATE OR REPLACE FUNCTION public.id_bound(p_time timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
      select (left(stamp, 8) || '-' || right(stamp, 4) || '-7000-8000-000000000000')::uuid
      from (select lpad(to_hex(floor(extract(epoch from p_time) * 1000)::bigint), 12, '0')) as hex (stamp)
    $function$;

CREATE OR REPLACE FUNCTION public.is_sealed_under(p_sealed bytea, p_key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select get_byte(p_sealed, 0) = 0 and get_byte(p_sealed, 1) = 2 and sealed_by(p_sealed) = p_key
    $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_shop uuid, p_transaction uuid, p_kind text, p_operation uuid, p_accounts text[], p_currencies text[], p_amounts numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      stored record;
    begin
      if exists (
        select from unnest(p_currencies, p_amounts) as lines (currency, amount)
        group by currency having sum(amount) <> 0
      ) then
        raise exception 'Postings balance within one currency.' using errcode = 'check_violation';
      end if;
      insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
      values (p_shop, p_transaction, p_kind, p_operation);
      insert into ledger_postings (shop_id, transaction_id, line, account, currency, amount)
      select p_shop, p_transaction, line, account, currency, amount
      from unnest(p_accounts, p_currencies, p_amounts) with ordinality as lines (account, currency, amount, line);
      -- Always in the same order, so two transactions of one shop cannot deadlock on its balances.
      for stored in
        select account, currency, sum(amount) as amount
        from unnest(p_accounts, p_currencies, p_amounts) as lines (account, currency, amount)
        where account in ('available', 'reserved')
        group by account, currency order by account, currency
      loop
        update ledger_accounts set balance = balance + stored.amount
        where shop_id = p_shop and account = stored.account and currency = stored.currency;
        if not found then
          insert into ledger_accounts as present (shop_id, account, currency, balance)
          values (p_shop, stored.account, stored.currency, stored.amount)
          on conflict (shop_id, account, currency) do update set balance = present.balance + excluded.balance;
        end if;
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION public.ledger_reserve(p_shop uuid, p_currency text, p_operations uuid[], p_transactions uuid[], p_amounts numeric[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
    declare
      present numeric;
      total numeric := 0;
      covered integer[] := '{}';
    begin
      select balance into present from ledger_accounts
      where shop_id = p_shop and account = 'available' and currency = p_currency for update;
      for line in 1 .. cardinality(p_operations) loop
        if total + p_amounts[line] <= present then
          total := total + p_amounts[line];
          covered := covered || line;
        end if;
      end loop;
      if cardinality(covered) = 0 then return '{}'; end if;
      update ledger_accounts set balance = balance - total
      where shop_id = p_shop and account = 'available' and currency = p_currency;
      insert into ledger_accounts as held (shop_id, account, currency, balance)
      values (p_shop, 'reserved', p_currency, total)
      on conflict (shop_id, account, currency) do update set balance = held.balance + excluded.balance;
      insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
      select p_shop, p_transactions[line], 'payout_reserved', p_operations[line] from unnest(covered) as line;
      insert into ledger_postings (shop_id, transaction_id, line, account, currency, amount)
      select p_shop, p_transactions[line], side.number, side.account, p_currency, side.sign * p_amounts[line]
      from unnest(covered) as line cross join (values (1, 'available', -1), (2, 'reserved', 1)) as side (number, account, sign);
      return array(select p_operations[line] from unnest(covered) as line);
    end $function$;

CREATE OR REPLACE FUNCTION public.note_contradiction(p_shop uuid, p_attempt uuid, p_total numeric, p_entry uuid)
 RETURNS TABLE(operation_id uuid, provider_id text, paid text)
 LANGUAGE plpgsql
AS $function$
    #variable_conflict use_column
    declare
      noted attempts;
      standing numeric;
    begin
      select * into noted from attempts a where a.shop_id = p_shop and a.attempt_id = p_attempt for no key update;
      standing := noted.paid_amount - noted.returned_amount;
      if not found or standing <= p_total or exists (
        select from audit_log l
        where l.shop_id = p_shop and l.subject = noted.operation_id::text and l.action = 'provider.contradicted'
          and l.after ->> 'attempt_id' = p_attempt::text and l.before ->> 'paid_amount' = standing::text
          and l.after ->> 'paid_amount' = p_total::text
      ) then return; end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, 'system', 'provider.contradicted', noted.operation_id::text,
        jsonb_build_object('state', noted.reported_state, 'paid_amount', standing::text),
        jsonb_build_object('attempt_id', p_attempt, 'provider_id', noted.provider_id, 'state', 'failed',
          'paid_amount', p_total::text));
      return query select noted.operation_id, noted.provider_id, standing::text;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_early_fact(p_shop uuid, p_attempt uuid, p_state text, p_total numeric, p_evidence jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    begin
      update attempts set
        reported_state = case when greatest(paid_amount, p_total) > 0 then 'paid' else p_state end,
        evidence = case when p_total > paid_amount then p_evidence else evidence end,
        paid_amount = greatest(paid_amount, p_total), is_fact_pending = true, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending';
      return found;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_leg_fact(p_shop uuid, p_attempt uuid, p_state text, p_paid numeric, p_returned numeric, p_evidence jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      noted attempts;
      payout operations;
      is_extra boolean;
    begin
      select operation_id into payout.operation_id from attempts
      where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
      if not found then return 'unknown_attempt'; end if;
      select * into payout from operations
      where shop_id = p_shop and operation_id = payout.operation_id for update;
      update attempts set
        state = case when state in ('queued', 'sending', 'unknown') then 'accepted' else state end,
        evidence = case when p_paid > paid_amount then p_evidence else coalesce(evidence, p_evidence) end,
        paid_amount = greatest(paid_amount, p_paid),
        returned_amount = greatest(returned_amount, least(p_returned, greatest(paid_amount, p_paid))),
        reported_state = case
          when p_state = 'open' and reported_state is null then null
          when greatest(paid_amount, p_paid) > 0 then 'paid' else 'failed' end,
        check_at = case
          when p_state <> 'open' or reported_state is not null or state in ('declined', 'voided') then null
          else coalesce(check_at, now()) end,
        updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt
      returning * into noted;
      is_extra := noted.paid_amount - noted.returned_amount <> noted.booked_amount + noted.suspense_amount
        and (payout.status <> 'pending' or noted.state <> 'accepted');
      if is_extra or payout.status = 'pending' and noted.check_at is null
        and are_legs_definite(p_shop, payout.operation_id)
      then
        update attempts set is_fact_pending = true where shop_id = p_shop and attempt_id = p_attempt;
        return case when is_extra then 'suspense' else 'settle' end;
      end if;
      update attempts set is_fact_pending = false where shop_id = p_shop and attempt_id = p_attempt and is_fact_pending;
      if payout.status = 'pending' then
        update operations o set actual_amount = legs.paid, updated_at = now()
        from (
          select coalesce(sum(least(paid_amount - returned_amount, amount)), 0) as paid from attempts
          where shop_id = p_shop and operation_id = payout.operation_id and state = 'accepted'
        ) as legs
        where o.shop_id = p_shop and o.operation_id = payout.operation_id and o.actual_amount <> legs.paid;
      end if;
      return 'nothing';
    end $function$;

CREATE OR REPLACE FUNCTION public.note_legs_accepted(p_shops uuid[], p_attempts uuid[], p_claims integer[], p_poll interval)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      answered record;
    begin
      for answered in
        select * from unnest(p_shops, p_attempts, p_claims) as legs (shop, attempt, claim) order by attempt
      loop
        update attempts set state = 'accepted', checks = 0, check_at = now() + p_poll, updated_at = now()
        where shop_id = answered.shop and attempt_id = answered.attempt and claim = answered.claim
          and state in ('sending', 'unknown');
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_open_total(p_shop uuid, p_attempt uuid, p_total numeric)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    begin
      perform from operations join attempts using (shop_id, operation_id)
      where shop_id = p_shop and attempts.attempt_id = p_attempt
        and operations.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check')
      for no key update of operations;
      if not found then return false; end if;
      update attempts set
        -- Before the acceptance it may still become nobody's money; what waits for its effect goes on waiting.
        is_fact_pending = state = 'sending' or is_fact_pending and reported_state is not null,
        paid_amount = greatest(paid_amount, p_total), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('sending', 'accepted');
      if not found then return false; end if;
      update operations o set actual_amount = a.paid_amount, updated_at = now() from attempts a
      where a.shop_id = p_shop and a.attempt_id = p_attempt and o.shop_id = p_shop and o.operation_id = a.operation_id
        and o.attempt_id = p_attempt and o.status in ('pending', 'awaiting_confirmation', 'manual_check')
        and o.actual_amount <> a.paid_amount;
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.outbox_record(p_event uuid, p_operation operations, p_type text)
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
      values (
        p_operation.shop_id, p_event, p_operation.operation_id, p_operation.api, p_operation.event_sequence, p_type,
        jsonb_strip_nulls(jsonb_build_object(
          'operation_id', p_operation.operation_id,
          'merchant_operation_id', p_operation.merchant_operation_id,
          'type', p_operation.type,
          'status', p_operation.status,
          'method', p_operation.method,
          'currency', p_operation.currency,
          'expected_amount', p_operation.expected_amount::text,
          'actual_amount', p_operation.actual_amount::text,
          'fx_source', p_operation.fx_source,
          'fx_rate', p_operation.fx_rate::text,
          'recorded_amount', p_operation.recorded_amount::text,
          'settlement_currency', p_operation.settlement_currency,
          'settlement_amount', p_operation.settlement_amount::text,
          'commission_amount', p_operation.commission_amount::text,
          'is_confirmation_required', p_operation.is_confirmation_required,
          'holder_name', p_operation.holder_name,
          'bankname', p_operation.bankname,
          'bankname_details', p_operation.bankname_details,
          'manual_check_reason', p_operation.manual_check_reason,
          'cancel_reason', p_operation.cancel_reason,
          'created_at', p_operation.created_at,
          'updated_at', p_operation.updated_at,
          'expires_at', waits_until(p_operation),
          'finished_at', p_operation.finished_at,
          'adjustments', case when p_type = 'operation.adjusted' then (
            select jsonb_agg(made.adjustment order by made.created_at, made.adjustment_id)
            from adjustments_of(p_operation.shop_id, p_operation.operation_id) made) end
        ))
      )
    $function$;

CREATE OR REPLACE FUNCTION public.post_surplus(p_shop uuid, p_attempt uuid, p_total numeric, p_transaction uuid, p_entry uuid)
 RETURNS numeric
 LANGUAGE plpgsql
AS $function$
    declare
      paying attempts;
      in_currency text;
      surplus numeric;
      held numeric;
    begin
      select * into paying from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if not found then return 0; end if;
      surplus := greatest(p_total, paying.paid_amount) - paying.returned_amount - paying.booked_amount
        - paying.suspense_amount;
      if surplus = 0 then
        update attempts set is_fact_pending = false
        where shop_id = p_shop and attempt_id = p_attempt;
        return 0;
      end if;
      update attempts set is_fact_pending = false, paid_amount = greatest(paid_amount, p_total), reported_state = 'paid',
        suspense_amount = suspense_amount + surplus, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      select currency into in_currency from operations
      where shop_id = p_shop and operation_id = paying.operation_id;
      -- What a provider paid out for us is owed to it, and somebody owes it to us.
      held := case paying.type when 'payment' then surplus else -surplus end;
      perform ledger_post(p_shop, p_transaction, 'surplus', paying.operation_id,
        array['clearing:' || paying.provider_id, 'suspense'], array[in_currency, in_currency], array[-held, held]);
      insert into audit_log (entry_id, shop_id, actor, action, subject, after)
      values (p_entry, p_shop, 'system', 'suspense.posted', paying.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'amount', surplus::text, 'currency', in_currency));
      return surplus;
    end $function$;

CREATE OR REPLACE FUNCTION public.record_evidence(p_shop uuid, p_attempt uuid, p_receipts uuid[], p_amounts numeric[], p_times timestamp with time zone[], p_documents text[], p_synthetic boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      paid attempts;
      shown_by uuid;
    begin
      select * into paid from attempts where shop_id = p_shop and attempt_id = p_attempt;
      select receipt_file_id into shown_by from operations
      where shop_id = p_shop and operation_id = paid.operation_id for update;
      update attempts set evidence_due_at = null
      where shop_id = p_shop and attempt_id = p_attempt and evidence_due_at is not null;
      if not found then return false; end if;
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
        file_id)
      select p_shop, paid.operation_id, receipt, p_attempt, amount, completed_at, p_synthetic, document,
        case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then shown_by end
      from unnest(p_receipts, p_amounts, p_times, p_documents) as items (receipt, amount, completed_at, document);
      update operations set is_evidence_pending = exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = paid.operation_id
          and evidence_due_at is not null)
      where shop_id = p_shop and operation_id = paid.operation_id;
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.record_next_attempt(p_shop uuid, p_operation uuid, p_ended uuid, p_state text, p_reason text, p_next uuid, p_provider text, p_position integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      asked numeric;
    begin
      select expected_amount into asked from operations
      where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      perform end_attempt(p_shop, p_ended, p_state, p_reason);
      if asked is not null then
        insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount)
        values (p_shop, p_next, p_operation, p_provider, p_position, asked);
      end if;
      return asked is not null;
    end $function$;

CREATE OR REPLACE FUNCTION public.record_receipt(p_shop uuid, p_operation uuid, p_file uuid, p_findings jsonb, p_doubt text, p_is_comparable boolean, p_event uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations;
      stored receipt_files;
      is_used_elsewhere boolean;
      doubt text;
    begin
      select * into payment from operations where shop_id = p_shop and operation_id = p_operation for update;
      select * into stored from receipt_files where shop_id = p_shop and file_id = p_file for update;
      if exists (select from receipt_files f
        where f.shop_id = p_shop and f.operation_id = p_operation and f.digest = stored.digest and f.state = 'recorded')
      then
        return 'same_file';
      end if;
      -- A file that waited for too long is being removed.
      if stored.state is distinct from 'storing' or payment.status <> 'awaiting_confirmation'
        or payment.receipt_file_id is not null or payment.is_expiring
      then
        return 'wrong_state';
      end if;
      insert into receipt_digests (digest, shop_id, operation_id) values (stored.digest, p_shop, p_operation)
      on conflict (digest) do nothing;
      select operation_id <> p_operation into strict is_used_elsewhere from receipt_digests where digest = stored.digest;
      doubt := coalesce(p_doubt, case when is_used_elsewhere and p_is_comparable then 'potential_fake' end);
      update receipt_files set state = 'recorded', submit_at = case when doubt is null then now() end,
        findings = p_findings || jsonb_build_object('isUsedElsewhere', is_used_elsewhere), updated_at = now()
      where shop_id = p_shop and file_id = p_file;
      update operations set receipt_file_id = p_file, updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      if doubt is not null then
        perform doubt_payment(p_shop, p_operation, doubt, p_event);
      end if;
      return 'recorded';
    end $function$;

CREATE OR REPLACE FUNCTION public.reject_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_state text, p_reason text, p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      perform end_attempt(p_shop, p_attempt, p_state, p_reason);
      update operations set rejection_code = p_code, leased_until = null, updated_at = now(),
        status = case when exists (
          select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
            and state in ('sending', 'unknown')) then 'rejecting' else 'rejected' end
      where shop_id = p_shop and operation_id = p_operation and status = 'creating';
      return found;
    end $function$;

CREATE OR REPLACE FUNCTION public.reject_receipt(p_shop uuid, p_attempt uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      ended operations;
    begin
      if payment.status is distinct from (case when p_actor is null then 'awaiting_confirmation' else 'manual_check' end)
        or payment.attempt_id is distinct from coalesce(p_attempt, payment.attempt_id)
      then
        return false;
      end if;
      update operations set status = 'cancelled', cancel_reason = 'receipt_rejected', manual_check_reason = null,
        actual_amount = 0, settlement_amount = 0, commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(),
        updated_at = now()
      where shop_id = p_shop and operation_id = payment.operation_id
      returning * into ended;
      -- Money that was noted is not forgotten: it goes to suspense.
      update attempts set check_at = now(), is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = now()
      where shop_id = p_shop and attempt_id = payment.attempt_id and state = 'accepted';
      perform outbox_record(p_event, ended, 'operation.cancelled');
      if p_actor is not null then
        insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
        values (p_entry, p_shop, p_actor, 'receipt.rejected', payment.operation_id::text,
          jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
          jsonb_build_object('status', ended.status, 'file_id', p_file, 'note', p_note));
      end if;
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.resolve_leg(p_shop uuid, p_attempt uuid, p_actor text, p_paid numeric, p_entry uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      open_leg attempts;
    begin
      select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
      if not found then return 'unknown_attempt'; end if;
      perform from operations where shop_id = p_shop and operation_id = open_leg.operation_id for update;
      select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if open_leg.check_at is null then return 'decided'; end if;
      if open_leg.state = 'sending' and open_leg.check_at > now() then return 'sending'; end if;
      if p_paid < open_leg.paid_amount - open_leg.returned_amount then return 'less_than_noted'; end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'payout.resolved', open_leg.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'state', open_leg.state),
        jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'paid_amount', p_paid::text));
      update attempts set resolved_by = p_actor,
        state = case when p_paid = 0 and state <> 'accepted' then 'voided' else 'accepted' end,
        reported_state = case when p_paid = 0 then 'failed' else 'paid' end, check_at = null, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      return note_leg_fact(p_shop, p_attempt, case when p_paid = 0 then 'failed' else 'paid' end, p_paid, 0, null);
    end $function$;

CREATE OR REPLACE FUNCTION public.sealed_by(p_sealed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
      select encode(case get_byte(p_sealed, 0) when 0 then substring(p_sealed from 4 for get_byte(p_sealed, 2))
        else substring(p_sealed from 2 for get_byte(p_sealed, 0)) end, 'escape')
    $function$;

CREATE OR REPLACE FUNCTION public.settle_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_actual numeric, p_recorded numeric, p_settlement numeric, p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[], p_event uuid, p_receipts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamp with time zone[], p_receipt_documents text[], p_synthetic boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      settled operations;
    begin
      update operations set
        status = 'completed', actual_amount = p_actual, recorded_amount = p_recorded, manual_check_reason = null,
        settlement_amount = p_settlement, commission_amount = p_commission,
        is_evidence_pending = (cardinality(p_receipts) = 0),
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into settled;
      if not found then return false; end if;
      update attempts set reported_state = 'paid', booked_amount = p_actual,
        paid_amount = greatest(paid_amount, p_actual), is_fact_pending = (paid_amount > p_actual),
        evidence_due_at = case when cardinality(p_receipts) = 0 then now() end, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, 'payment_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
        file_id)
      select p_shop, p_operation, receipt, p_attempt, amount, coalesce(completed_at, now()), p_synthetic, document,
        case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then settled.receipt_file_id end
      from unnest(p_receipts, p_receipt_amounts, p_receipt_times, p_receipt_documents)
        as items (receipt, amount, completed_at, document);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.settle_payments(p_settlements jsonb)
 RETURNS SETOF integer
 LANGUAGE plpgsql
AS $function$
    declare
      asked record;
    begin
      for asked in
        select * from jsonb_to_recordset(p_settlements) as held (shop_id uuid, operation_id uuid)
        order by shop_id, operation_id
      loop
        perform from operations where shop_id = asked.shop_id and operation_id = asked.operation_id for update;
      end loop;
      for asked in
        select * from jsonb_to_recordset(p_settlements) as settlement (place integer, shop_id uuid, operation_id uuid,
          attempt_id uuid, actual numeric, recorded numeric, settled numeric, commission numeric, settlement_currency text,
          transaction_id uuid, accounts text[], currencies text[], amounts numeric[], event_id uuid, receipts uuid[],
          receipt_amounts numeric[], receipt_times timestamptz[], receipt_documents text[], is_synthetic boolean)
        order by shop_id, settlement_currency, operation_id, place
      loop
        if settle_payment(asked.shop_id, asked.operation_id, asked.attempt_id, asked.actual, asked.recorded,
          asked.settled, asked.commission, asked.transaction_id, asked.accounts, asked.currencies, asked.amounts,
          asked.event_id, asked.receipts, asked.receipt_amounts, asked.receipt_times, asked.receipt_documents,
          asked.is_synthetic)
        then
          return next asked.place;
        end if;
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION public.settle_payout(p_shop uuid, p_operation uuid, p_attempts uuid[], p_booked numeric[], p_recorded numeric, p_settlement numeric, p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[], p_event uuid, p_receipts uuid[], p_receipt_attempts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamp with time zone[], p_receipt_documents text[], p_receipt_synthetic boolean[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      settled operations;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      if not found or not are_legs_definite(p_shop, p_operation) then return false; end if;
      if exists (
        select from (select * from attempts where shop_id = p_shop and operation_id = p_operation) as own
          full join unnest(p_attempts, p_booked) as seen (attempt_id, booked) using (attempt_id)
        where coalesce(booked, 0)
          <> case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end
      ) then return false; end if;
      update attempts set
        booked_amount = case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end,
        is_fact_pending = (state = 'accepted' and paid_amount - returned_amount > amount
          or state <> 'accepted' and paid_amount - returned_amount <> suspense_amount),
        evidence_due_at = case when attempt_id = any(p_attempts) and attempt_id <> all(p_receipt_attempts) then now() end,
        updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      update operations set
        status = 'completed', actual_amount = (select sum(booked) from unnest(p_booked) as booked),
        recorded_amount = p_recorded, settlement_amount = p_settlement, commission_amount = p_commission,
        is_evidence_pending = not p_attempts <@ p_receipt_attempts,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into settled;
      perform ledger_post(p_shop, p_transaction, 'payout_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id)
      select p_shop, p_operation, receipt, attempt, amount, coalesce(completed_at, now()), synthetic, document
      from unnest(p_receipts, p_receipt_attempts, p_receipt_amounts, p_receipt_times, p_receipt_documents,
          p_receipt_synthetic)
        as items (receipt, attempt, amount, completed_at, document, synthetic);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.settle_suspense(p_shop uuid, p_attempt uuid, p_kind text, p_amount numeric, p_open numeric, p_credited numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[], p_entry uuid, p_actor text, p_reason text, p_reference text, p_event uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      item attempts;
      concerned operations;
    begin
      select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = p_attempt;
      select * into concerned from operations
      where shop_id = p_shop and operation_id = item.operation_id for update;
      select * into item from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if exists (select from ledger_transactions where shop_id = p_shop and transaction_id = p_transaction) then
        return 'repeated';
      end if;
      if item.suspense_amount - item.suspense_settled is distinct from p_open
        or sign(p_amount) <> sign(p_open) or abs(p_amount) > abs(p_open)
      then return 'changed'; end if;
      if p_kind = 'suspense_credited' then
        if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then
          return 'under_way';
        end if;
        if suspense_credited(concerned) <> p_credited then return 'changed'; end if;
      end if;
      update attempts set suspense_settled = suspense_settled + p_amount, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, p_kind, item.operation_id, p_accounts, p_currencies, p_amounts);
      -- A refused create is no operation to its merchant.
      if p_kind = 'suspense_credited' and concerned.status in ('completed', 'cancelled') then
        update operations set event_sequence = event_sequence + 1, updated_at = now()
        where shop_id = p_shop and operation_id = item.operation_id
        returning * into concerned;
        perform outbox_record(p_event, concerned, 'operation.adjusted');
      end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, replace(p_kind, 'suspense_', 'suspense.'), item.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'open', p_open::text, 'currency', concerned.currency),
        jsonb_strip_nulls(jsonb_build_object('attempt_id', p_attempt, 'open', (p_open - p_amount)::text,
          'amount', p_amount::text, 'currency', concerned.currency, 'transaction_id', p_transaction,
          'reason', p_reason, 'reference', p_reference)));
      return 'done';
    end $function$;

CREATE OR REPLACE FUNCTION public.shred_leftovers(p_shop uuid, p_retention interval, p_size integer)
 RETURNS TABLE(numbers integer, is_more boolean)
 LANGUAGE plpgsql
AS $function$
    declare
      due uuid[];
    begin
      select coalesce(array_agg(id), '{}') into due from (
        select operation_id as id from shredding_leftovers l join operations o using (shop_id, operation_id)
        where l.shop_id = p_shop and ended_at(o) <= now() - p_retention
        order by operation_id limit p_size for update of l skip locked
      ) as over;
      numbers := shred_operations(p_shop, due);
      is_more := cardinality(due) = p_size;
      delete from shredding_leftovers where shop_id = p_shop and operation_id = any(due);
      return next;
    end $function$;

CREATE OR REPLACE FUNCTION public.shred_next(p_shop uuid, p_from uuid, p_retention interval, p_size integer)
 RETURNS TABLE(numbers integer, reached uuid)
 LANGUAGE plpgsql
AS $function$
    declare
      bound constant uuid := id_bound(now() - p_retention);
      -- An operation's id is made a moment before its row, by a clock that may be slow: below an hour ago all have come.
      settled constant uuid := id_bound(now() - interval '1 hour');
      start_from uuid;
      seen uuid[];
      due uuid[];
      waiting uuid[];
    begin
      select greatest(shredding_from, p_from) into start_from from shops
      where shop_id = p_shop for no key update skip locked;
      if not found then return; end if;
      select coalesce(array_agg(id order by id), '{}'),
        coalesce(array_agg(id) filter (where is_over and is_personal), '{}'),
        coalesce(array_agg(id) filter (where not is_over), '{}')
      into seen, due, waiting
      from (
        select operation_id as id, coalesce(ended_at(o) <= now() - p_retention, false) as is_over,
          number_encrypted is not null or holder_name is not null or client_ip is not null
            or annotations_encrypted is not null
            or exists (select from receipt_files f
              where f.shop_id = o.shop_id and f.operation_id = o.operation_id and f.state = 'recorded') as is_personal
        from operations o
        where shop_id = p_shop and operation_id > start_from and operation_id < bound
        order by operation_id limit p_size
      ) as stretch;
      insert into shredding_leftovers (shop_id, operation_id) select p_shop, unnest(waiting) on conflict do nothing;
      if cardinality(seen) = p_size then reached := seen[p_size]; end if;
      update shops set shredding_from = least(coalesce(reached, bound), settled)
      where shop_id = p_shop and shredding_from < least(coalesce(reached, bound), settled);
      numbers := shred_operations(p_shop, due);
      return next;
    end $function$;

CREATE OR REPLACE FUNCTION public.shred_operations(p_shop uuid, p_operations uuid[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
    declare
      numbers integer;
    begin
      -- In the order of ids, like the re-encryption, so that neither waits for the other in a circle.
      select count(number_encrypted) into numbers from (
        select number_encrypted from operations where shop_id = p_shop and operation_id = any(p_operations)
        order by operation_id for no key update
      ) as locked;
      update operations set number_encrypted = null, number_digest = null, holder_name = null, client_ip = null,
        annotations_encrypted = null
      where shop_id = p_shop and operation_id = any(p_operations);
      update events set data = data - 'holder_name'
      where shop_id = p_shop and operation_id = any(p_operations) and data -> 'holder_name' is not null;
      -- One that is still being stored is whoever stores it to remove, or the sweep's: its content may yet come.
      update receipt_files set state = 'removing', findings = null, submit_at = null, updated_at = now()
      where shop_id = p_shop and operation_id = any(p_operations) and state = 'recorded';
      return numbers;
    end $function$;

CREATE OR REPLACE FUNCTION public.suspense_credited(p_operation operations)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
      select coalesce(sum(case p_operation.type when 'payment' then -p.amount else p.amount end), 0)
      from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
      where t.shop_id = p_operation.shop_id and t.operation_id = p_operation.operation_id
        and t.kind = 'suspense_credited' and p.account = 'suspense'
    $function$;

CREATE OR REPLACE FUNCTION public.void_attempt(p_shop uuid, p_operation uuid, p_attempt uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      -- Two attempts of one create may be voided at once; the lock lets the later one see the earlier.
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      update attempts set state = case state when 'unknown' then 'voided' else state end, check_at = null,
        updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('unknown', 'accepted');
      update operations set status = 'rejected', updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'rejecting' and not exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
          and state in ('sending', 'unknown'));
    end $function$;

CREATE OR REPLACE FUNCTION public.waits_until(p_operation operations)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select case when p_operation.status in ('pending', 'awaiting_confirmation') and p_operation.receipt_file_id is null
        and not p_operation.is_expiring then p_operation.expires_at end
    $function$;
