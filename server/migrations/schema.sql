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
  constraint attempts_pkey PRIMARY KEY (shop_id, attempt_id),
  constraint attempts_check CHECK ((paid_amount >= (booked_amount + suspense_amount))),
  constraint attempts_check1 CHECK (((state = 'unknown'::text) = (check_at IS NOT NULL))),
  constraint attempts_reported_state_check CHECK ((reported_state = ANY (ARRAY['paid'::text, 'failed'::text]))),
  constraint attempts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'accepted'::text, 'declined'::text, 'unknown'::text, 'voided'::text])))
) with (fillfactor=70);
CREATE INDEX attempts_by_operation ON public.attempts USING btree (operation_id);
CREATE INDEX attempts_fact_pending ON public.attempts USING btree (updated_at) WHERE is_fact_pending;
CREATE INDEX attempts_unknown ON public.attempts USING btree (check_at) WHERE (check_at IS NOT NULL);

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
revoke delete, truncate, update on audit_log from current_user;

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
  constraint fx_rates_pkey PRIMARY KEY (base, quote, source, valid_from),
  constraint fx_rates_check CHECK ((base <> quote)),
  constraint fx_rates_rate_check CHECK ((rate > (0)::numeric))
);

create table instances (
  instance_id uuid not null,
  worker_ids text[] not null,
  beat_at timestamp(3) with time zone not null default now(),
  constraint instances_pkey PRIMARY KEY (instance_id)
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
  method text not null,
  currency text not null,
  expected_amount numeric(20,2) not null,
  actual_amount numeric(20,2) not null default 0,
  client_id text not null,
  client_ip text,
  body_digest bytea not null,
  fx_source text,
  fx_rate numeric(30,10) not null,
  settlement_currency text not null,
  tariff_percent numeric(9,6) not null,
  tariff_fixed numeric(20,6) not null,
  tariff_minimum numeric(20,6) not null,
  recorded_amount numeric(24,6),
  settlement_amount numeric(24,6) not null,
  commission_amount numeric(24,6) not null,
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
  constraint operations_pkey PRIMARY KEY (shop_id, operation_id),
  constraint operations_actual_amount_check CHECK ((actual_amount >= (0)::numeric)),
  constraint operations_api_check CHECK ((api = ANY (ARRAY['v1'::text, 'h2h'::text]))),
  constraint operations_cancel_reason_check CHECK ((cancel_reason = ANY (ARRAY['merchant'::text, 'declined'::text, 'expired'::text, 'receipt_rejected'::text, 'failed'::text]))),
  constraint operations_check CHECK (((status = 'manual_check'::text) = (manual_check_reason IS NOT NULL))),
  constraint operations_check1 CHECK (((status = 'cancelled'::text) = (cancel_reason IS NOT NULL))),
  constraint operations_check2 CHECK (((status = 'completed'::text) = (recorded_amount IS NOT NULL))),
  constraint operations_check3 CHECK (((status = 'creating'::text) OR (leased_until IS NULL))),
  constraint operations_expected_amount_check CHECK ((expected_amount > (0)::numeric)),
  constraint operations_manual_check_reason_check CHECK ((manual_check_reason = ANY (ARRAY['potential_fake'::text, 'not_terminal'::text]))),
  constraint operations_status_check CHECK ((status = ANY (ARRAY['creating'::text, 'rejecting'::text, 'rejected'::text, 'pending'::text, 'awaiting_confirmation'::text, 'manual_check'::text, 'completed'::text, 'cancelled'::text]))),
  constraint operations_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'payout'::text])))
) with (fillfactor=70);
CREATE UNIQUE INDEX operations_by_identifier ON public.operations USING btree (shop_id, api, merchant_operation_id) WHERE is_identifier_held;
CREATE INDEX operations_undecided ON public.operations USING btree (leased_until) WHERE (leased_until IS NOT NULL);

create table providers (
  provider_id text not null,
  kind text not null,
  is_active boolean not null default true,
  constraint providers_pkey PRIMARY KEY (provider_id),
  constraint providers_kind_check CHECK ((kind = 'sandbox'::text)),
  constraint providers_provider_id_check CHECK ((provider_id ~ '^[a-z0-9-]{1,40}$'::text))
);

create table receipts (
  shop_id uuid not null,
  operation_id uuid not null,
  receipt_id uuid not null,
  attempt_id uuid not null,
  amount numeric(20,2) not null,
  completed_at timestamp(3) with time zone not null,
  is_synthetic boolean not null,
  constraint receipts_pkey PRIMARY KEY (shop_id, operation_id, receipt_id),
  constraint receipts_amount_check CHECK ((amount > (0)::numeric))
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
  constraint sandbox_orders_pkey PRIMARY KEY (shop_id, attempt_id),
  constraint sandbox_orders_state_check CHECK ((state = ANY (ARRAY['accepted'::text, 'declined'::text, 'paid'::text, 'voided'::text])))
) with (fillfactor=80);
CREATE INDEX sandbox_orders_due ON public.sandbox_orders USING btree (pays_at) WHERE (pays_at IS NOT NULL);

create table shops (
  shop_id uuid not null,
  merchant_id uuid not null,
  name text not null,
  mode text not null,
  settlement_currency text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint shops_pkey PRIMARY KEY (shop_id),
  constraint shops_name_key UNIQUE (name),
  constraint shops_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint shops_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
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

CREATE OR REPLACE FUNCTION public.accept_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_status text, p_number bytea, p_holder_name text, p_bankname text, p_bankname_details text, p_lifetime_seconds integer, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      accepted operations;
      is_pending boolean;
    begin
      update operations set
        status = p_status, attempt_id = p_attempt, number_encrypted = p_number, holder_name = p_holder_name,
        bankname = p_bankname, bankname_details = p_bankname_details, leased_until = null,
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

CREATE OR REPLACE FUNCTION public.end_attempt(p_shop uuid, p_attempt uuid, p_state text, p_reason text)
 RETURNS void
 LANGUAGE sql
AS $function$
      update attempts set state = p_state, decline_reason = p_reason, updated_at = now(),
        check_at = case when p_state = 'unknown' then now() end
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
    $function$;

CREATE OR REPLACE FUNCTION public.end_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into ended;
      if not found then return false; end if;
      -- Money that was noted while the caller looked is not forgotten: it goes to suspense.
      update attempts set reported_state = 'failed', is_fact_pending = (paid_amount > 0), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform outbox_record(p_event, ended, 'operation.cancelled');
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

CREATE OR REPLACE FUNCTION public.note_open_total(p_shop uuid, p_attempt uuid, p_total numeric)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    begin
      perform from operations join attempts using (shop_id, operation_id)
      where shop_id = p_shop and attempts.attempt_id = p_attempt
        and operations.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check')
      for share of operations;
      if not found then return false; end if;
      update attempts set
        -- Before the acceptance it may still become nobody's money; what waits for its effect goes on waiting.
        is_fact_pending = state = 'sending' or is_fact_pending and reported_state is not null,
        paid_amount = greatest(paid_amount, p_total), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('sending', 'accepted');
      return found;
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
          'updated_at', p_operation.updated_at
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
    begin
      select * into paying from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if not found then return 0; end if;
      surplus := greatest(p_total, paying.paid_amount) - paying.booked_amount - paying.suspense_amount;
      if surplus <= 0 then
        update attempts set is_fact_pending = false
        where shop_id = p_shop and attempt_id = p_attempt;
        return 0;
      end if;
      update attempts set is_fact_pending = false, paid_amount = greatest(paid_amount, p_total), reported_state = 'paid',
        suspense_amount = suspense_amount + surplus, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      select currency into in_currency from operations
      where shop_id = p_shop and operation_id = paying.operation_id;
      perform ledger_post(p_shop, p_transaction, 'surplus', paying.operation_id,
        array['clearing:' || paying.provider_id, 'suspense'], array[in_currency, in_currency],
        array[-surplus, surplus]);
      insert into audit_log (entry_id, shop_id, actor, action, subject, after)
      values (p_entry, p_shop, 'system', 'suspense.posted', paying.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'amount', surplus::text, 'currency', in_currency));
      return surplus;
    end $function$;

CREATE OR REPLACE FUNCTION public.record_next_attempt(p_shop uuid, p_operation uuid, p_ended uuid, p_state text, p_reason text, p_next uuid, p_provider text, p_position integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      is_undecided boolean;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      is_undecided := found;
      perform end_attempt(p_shop, p_ended, p_state, p_reason);
      if is_undecided then
        insert into attempts (shop_id, attempt_id, operation_id, provider_id, position)
        values (p_shop, p_next, p_operation, p_provider, p_position);
      end if;
      return is_undecided;
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

CREATE OR REPLACE FUNCTION public.settle_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_actual numeric, p_recorded numeric, p_settlement numeric, p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[], p_event uuid, p_receipts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamp with time zone[], p_synthetic boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    declare
      settled operations;
    begin
      update operations set
        status = 'completed', actual_amount = p_actual, recorded_amount = p_recorded, manual_check_reason = null,
        settlement_amount = p_settlement, commission_amount = p_commission,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into settled;
      if not found then return false; end if;
      update attempts set reported_state = 'paid', booked_amount = p_actual,
        paid_amount = greatest(paid_amount, p_actual), is_fact_pending = (paid_amount > p_actual), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, 'payment_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
      select p_shop, p_operation, receipt, p_attempt, amount, coalesce(completed_at, now()), p_synthetic
      from unnest(p_receipts, p_receipt_amounts, p_receipt_times) as items (receipt, amount, completed_at);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION public.void_attempt(p_shop uuid, p_operation uuid, p_attempt uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      -- Two attempts of one create may be voided at once; the lock lets the later one see the earlier.
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      update attempts set state = 'voided', check_at = null, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'unknown';
      update operations set status = 'rejected', updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'rejecting' and not exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
          and state in ('sending', 'unknown'));
    end $function$;
