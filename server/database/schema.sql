-- The tables in which the migrations end, as Postgres describes them. A test compares this with a migrated database;
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
  currency text,
  suspense_returned numeric(20,2) not null default 0,
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
  constraint audit_log_key UNIQUE (shop_id, entry_id)
);
CREATE INDEX audit_log_by_entry ON public.audit_log USING btree (entry_id);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (shop_id, subject);
CREATE INDEX audit_log_contradictions ON public.audit_log USING btree (created_at) WHERE (action = 'provider.contradicted'::text);
CREATE INDEX audit_log_suspense ON public.audit_log USING btree (shop_id, subject) WHERE (action = ANY (ARRAY['suspense.posted'::text, 'suspense.credited'::text, 'suspense.returned'::text, 'suspense.written_off'::text]));
revoke delete, truncate, update on audit_log from current_user;

create table bank_aliases (
  list text not null,
  folded_alias text not null,
  alias text not null,
  code text not null,
  source text not null,
  constraint bank_aliases_pkey PRIMARY KEY (list, folded_alias),
  constraint bank_aliases_list_code_fkey FOREIGN KEY (list, code) REFERENCES banks(list, code)
);

create table bank_lists (
  list text not null,
  version uuid not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint bank_lists_pkey PRIMARY KEY (list)
);

create table banks (
  list text not null,
  code text not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  bank_tier text not null default 'interbank'::text,
  left_at timestamp(3) with time zone,
  constraint banks_pkey PRIMARY KEY (list, code),
  constraint banks_bank_tier_check CHECK ((bank_tier = ANY (ARRAY['intrabank'::text, 'interbank'::text])))
);

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

create table client_directory (
  id uuid not null,
  shop_id uuid not null,
  constraint client_directory_pkey PRIMARY KEY (id)
);

create table client_secrets (
  shop_id uuid not null,
  secret_id uuid not null,
  client_id uuid not null,
  digest bytea not null,
  hint text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  constraint client_secrets_pkey PRIMARY KEY (shop_id, secret_id),
  constraint client_secrets_shop_id_client_id_fkey FOREIGN KEY (shop_id, client_id) REFERENCES clients(shop_id, client_id),
  constraint client_secrets_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX client_secrets_by_client ON public.client_secrets USING btree (shop_id, client_id);

create table clients (
  shop_id uuid not null,
  client_id uuid not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  constraint clients_pkey PRIMARY KEY (shop_id, client_id),
  constraint clients_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint clients_scopes_check CHECK (((scopes <@ ARRAY['payin'::text, 'payout'::text, 'read'::text]) AND (cardinality(scopes) > 0)))
);

create table connector_secrets (
  provider_id text not null,
  secret_id uuid not null,
  purpose text not null,
  secret_encrypted bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  constraint connector_secrets_pkey PRIMARY KEY (provider_id, secret_id),
  constraint connector_secrets_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES connectors(provider_id) ON DELETE CASCADE,
  constraint connector_secrets_purpose_check CHECK ((purpose = ANY (ARRAY['call'::text, 'certificate'::text, 'callback'::text])))
);
CREATE UNIQUE INDEX connector_secrets_current ON public.connector_secrets USING btree (provider_id, purpose) WHERE (expires_at IS NULL);

create table connectors (
  provider_id text not null,
  url text not null,
  authority text,
  concurrency integer,
  calls_per_second integer,
  capabilities jsonb,
  balances jsonb,
  health jsonb,
  told_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint connectors_pkey PRIMARY KEY (provider_id),
  constraint connectors_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(provider_id),
  constraint connectors_calls_per_second_check CHECK ((calls_per_second > 0)),
  constraint connectors_concurrency_check CHECK ((concurrency > 0))
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
  webhook_url text,
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

create table house_audit_log (
  entry_id uuid not null,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamp(3) with time zone not null default now(),
  constraint house_audit_log_pkey PRIMARY KEY (entry_id)
);
revoke delete, truncate, update on house_audit_log from current_user;

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

create table maintenance_windows (
  window_id uuid not null,
  provider_id text not null,
  direction text,
  method text,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  reason text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint maintenance_windows_pkey PRIMARY KEY (window_id),
  constraint maintenance_windows_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(provider_id),
  constraint maintenance_windows_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint maintenance_windows_times_check CHECK ((ends_at > starts_at))
);
CREATE INDEX maintenance_windows_by_end ON public.maintenance_windows USING btree (ends_at);

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
  bank_rule text not null default 'ignored'::text,
  bank_list text,
  constraint methods_pkey PRIMARY KEY (api, code, direction),
  constraint methods_api_check CHECK ((api = ANY (ARRAY['v1'::text, 'h2h'::text]))),
  constraint methods_bank_list_check CHECK (((bank_list IS NULL) = (bank_rule = 'ignored'::text))),
  constraint methods_bank_rule_check CHECK ((bank_rule = ANY (ARRAY['ignored'::text, 'listed'::text, 'classified'::text, 'verbatim'::text]))),
  constraint methods_check CHECK ((max_amount >= min_amount)),
  constraint methods_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint methods_min_amount_check CHECK ((min_amount > (0)::numeric)),
  constraint methods_rail_check CHECK ((rail = ANY (ARRAY['card'::text, 'phone'::text, 'account'::text])))
);

create table operation_count_leftovers (
  shop_id uuid not null,
  api text not null,
  operation_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint operation_count_leftovers_pkey PRIMARY KEY (shop_id, api, operation_id)
);

create table operation_counts (
  shop_id uuid not null,
  api text not null,
  begins_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  visible integer not null,
  constraint operation_counts_pkey PRIMARY KEY (shop_id, api, begins_at),
  constraint operation_counts_check CHECK (((visible >= 0) AND (ends_at >= begins_at)))
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
  webhook_url text,
  idempotency_key_digest bytea,
  client_encrypted bytea,
  details_encrypted bytea,
  payable_amount numeric(20,2),
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
  constraint operations_idempotency_key_digest_check CHECK ((octet_length(idempotency_key_digest) = 32)),
  constraint operations_manual_check_reason_check CHECK ((manual_check_reason = ANY (ARRAY['potential_fake'::text, 'not_terminal'::text]))),
  constraint operations_payable_amount_check CHECK ((payable_amount > (0)::numeric)),
  constraint operations_reviewed_check CHECK (((status <> 'manual_check'::text) OR (receipt_file_id IS NOT NULL))),
  constraint operations_status_check CHECK ((status = ANY (ARRAY['tombstone'::text, 'creating'::text, 'rejecting'::text, 'rejected'::text, 'pending'::text, 'awaiting_confirmation'::text, 'manual_check'::text, 'completed'::text, 'cancelled'::text]))),
  constraint operations_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint operations_webhook_url_check CHECK ((length(webhook_url) <= 2048))
) with (fillfactor=70);
CREATE INDEX operations_by_expiry ON public.operations USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX operations_by_freed_identifier ON public.operations USING btree (shop_id, api, merchant_operation_id) WHERE (NOT is_identifier_held);
CREATE UNIQUE INDEX operations_by_idempotency_key ON public.operations USING btree (shop_id, api, idempotency_key_digest) WHERE ((idempotency_key_digest IS NOT NULL) AND (status <> 'rejected'::text));
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
  constraint providers_kind_check CHECK ((kind = ANY (ARRAY['sandbox'::text, 'http'::text]))),
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
  judge_at timestamp(3) with time zone,
  constraint receipt_files_pkey PRIMARY KEY (shop_id, file_id),
  constraint receipt_files_check CHECK (((state = 'recorded'::text) OR (submit_at IS NULL))),
  constraint receipt_files_check1 CHECK (((state <> 'recorded'::text) OR (findings IS NOT NULL))),
  constraint receipt_files_digest_check CHECK ((length(digest) = 32)),
  constraint receipt_files_judge_check CHECK (((state = 'recorded'::text) OR (judge_at IS NULL))),
  constraint receipt_files_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint receipt_files_state_check CHECK ((state = ANY (ARRAY['storing'::text, 'recorded'::text, 'removing'::text]))),
  constraint receipt_files_storage_check CHECK ((storage = ANY (ARRAY['postgres'::text, 's3'::text])))
);
CREATE UNIQUE INDEX receipt_files_by_content ON public.receipt_files USING btree (shop_id, operation_id, digest) WHERE (state = 'recorded'::text);
CREATE INDEX receipt_files_by_operation ON public.receipt_files USING btree (shop_id, operation_id);
CREATE INDEX receipt_files_to_judge ON public.receipt_files USING btree (judge_at) WHERE (judge_at IS NOT NULL);
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

create table settlement_files (
  file_id uuid not null,
  provider_id text not null,
  digest bytea not null,
  mapping_digest bytea not null,
  name text not null,
  lines integer not null,
  last_line integer not null,
  written_to integer not null default 0,
  period_from timestamp(3) with time zone,
  period_to timestamp(3) with time zone,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  matched_at timestamp(3) with time zone,
  constraint settlement_files_pkey PRIMARY KEY (file_id),
  constraint settlement_files_provider_id_digest_key UNIQUE (provider_id, digest),
  constraint settlement_files_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES providers(provider_id)
);

create table settlement_lines (
  file_id uuid not null,
  line integer not null,
  part smallint not null,
  parts smallint not null,
  reference text not null,
  attempt_id uuid,
  direction text not null,
  currency text not null,
  amount numeric(24,6) not null,
  fee numeric(24,6) not null,
  settled_on timestamp(3) with time zone,
  constraint settlement_lines_pkey PRIMARY KEY (file_id, line, part),
  constraint settlement_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES settlement_files(file_id),
  constraint settlement_lines_amount_check CHECK ((amount <> (0)::numeric)),
  constraint settlement_lines_direction_check CHECK ((direction = ANY (ARRAY['payment'::text, 'payout'::text])))
);
CREATE INDEX settlement_lines_by_attempt ON public.settlement_lines USING btree (file_id, attempt_id);

create table settlement_matches (
  shop_id uuid not null,
  attempt_id uuid not null,
  file_id uuid not null,
  line integer not null,
  operation_id uuid not null,
  provider_id text not null,
  direction text not null,
  currency text not null,
  amount numeric(24,6) not null,
  fee numeric(24,6) not null default 0,
  outcome text,
  difference_amount numeric(24,6) not null default 0,
  cleared_amount numeric(24,6) not null default 0,
  transaction_id uuid,
  resolution text,
  created_at timestamp(3) with time zone not null default now(),
  constraint settlement_matches_pkey PRIMARY KEY (shop_id, attempt_id, file_id, line),
  constraint settlement_matches_outcome_check CHECK ((outcome = ANY (ARRAY['matched'::text, 'missing_there'::text, 'amount'::text, 'duplicate'::text]))),
  constraint settlement_matches_resolution_check CHECK ((resolution = ANY (ARRAY['found'::text, 'accepted'::text, 'suspended'::text, 'dismissed'::text])))
);
CREATE INDEX settlement_matches_by_file ON public.settlement_matches USING btree (file_id, line);
CREATE INDEX settlement_matches_open ON public.settlement_matches USING btree (shop_id, attempt_id) WHERE ((outcome <> 'matched'::text) AND (resolution IS NULL));

create table settlement_strays (
  file_id uuid not null,
  line integer not null,
  resolution text,
  constraint settlement_strays_pkey PRIMARY KEY (file_id, line),
  constraint settlement_strays_file_id_fkey FOREIGN KEY (file_id) REFERENCES settlement_files(file_id),
  constraint settlement_strays_resolution_check CHECK ((resolution = ANY (ARRAY['dismissed'::text, 'assigned'::text])))
);

create table settlement_turns (
  shop_id uuid not null,
  provider_id text not null,
  constraint settlement_turns_pkey PRIMARY KEY (shop_id, provider_id)
);

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

create table signing_keys (
  key_id uuid not null,
  public_key bytea not null,
  private_encrypted bytea,
  created_at timestamp(3) with time zone not null default now(),
  signs_from timestamp(3) with time zone not null,
  needed_until timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint signing_keys_pkey PRIMARY KEY (key_id),
  constraint signing_keys_public_key_check CHECK ((octet_length(public_key) = 32))
);

create table sql_functions (
  name text not null,
  hash text not null,
  is_current boolean not null,
  applied_at timestamp(3) with time zone not null default now(),
  version text,
  constraint sql_functions_pkey PRIMARY KEY (name, hash)
);
CREATE UNIQUE INDEX sql_functions_current ON public.sql_functions USING btree (name) WHERE is_current;

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

create table tokens (
  shop_id uuid not null,
  token_id uuid not null,
  client_id uuid,
  digest bytea,
  scopes text[],
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  revoked_at timestamp(3) with time zone,
  constraint tokens_pkey PRIMARY KEY (shop_id, token_id),
  constraint tokens_shop_id_client_id_fkey FOREIGN KEY (shop_id, client_id) REFERENCES clients(shop_id, client_id),
  constraint tokens_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(shop_id),
  constraint tokens_check CHECK (((revoked_at IS NOT NULL) OR (num_nulls(client_id, digest, scopes, expires_at) = 0))),
  constraint tokens_digest_check CHECK ((octet_length(digest) = 32))
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
  url text,
  constraint webhook_deliveries_pkey PRIMARY KEY (shop_id, event_id, endpoint_id),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (finished_at IS NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])))
) with (fillfactor=70);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);
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
