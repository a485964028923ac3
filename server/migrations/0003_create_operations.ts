import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    create table operations (
      shop_id uuid not null,
      operation_id uuid not null,
      api text not null check (api in ('v1', 'h2h')),
      merchant_operation_id text not null,
      -- A column of its own, because a partial index is also taken by any query whose condition happens to imply its
      -- predicate: with the status in it, an empty database planned updates by key as walks through this index.
      is_identifier_held boolean not null
        generated always as (status <> 'rejected' and not (api = 'h2h' and status = 'cancelled')) stored,
      type text not null check (type in ('payment', 'payout')),
      status text not null check (status in ('creating', 'rejecting', 'rejected',
        'pending', 'awaiting_confirmation', 'manual_check', 'completed', 'cancelled')),
      method text not null,
      currency text not null,
      expected_amount numeric(20, 2) not null check (expected_amount > 0),
      actual_amount numeric(20, 2) not null default 0 check (actual_amount >= 0),
      client_id text not null,
      client_ip text,
      body_digest bytea not null,
      fx_source text,
      fx_rate numeric(30, 10) not null,
      settlement_currency text not null,
      tariff_percent numeric(9, 6) not null,
      tariff_fixed numeric(20, 6) not null,
      tariff_minimum numeric(20, 6) not null,
      recorded_amount numeric(24, 6),
      settlement_amount numeric(24, 6) not null,
      commission_amount numeric(24, 6) not null,
      attempt_id uuid,
      is_confirmation_required boolean not null default false,
      number_encrypted bytea,
      holder_name text,
      bankname text,
      bankname_details text,
      manual_check_reason text check (manual_check_reason in ('potential_fake', 'not_terminal')),
      cancel_reason text check (cancel_reason in
        ('merchant', 'declined', 'expired', 'receipt_rejected', 'failed')),
      rejection_code text,
      event_sequence integer not null default 0,
      -- Until when one process alone may decide an undecided create.
      leased_until timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (shop_id, operation_id),
      check ((status = 'manual_check') = (manual_check_reason is not null)),
      check ((status = 'cancelled') = (cancel_reason is not null)),
      check ((status = 'completed') = (recorded_amount is not null)),
      check (status = 'creating' or leased_until is null)
    ) with (fillfactor = 70);

    create unique index operations_by_identifier on operations (shop_id, api, merchant_operation_id)
      where is_identifier_held;
    create index operations_undecided on operations (leased_until) where leased_until is not null;

    create table attempts (
      shop_id uuid not null,
      attempt_id uuid not null,
      operation_id uuid not null,
      provider_id text not null,
      position smallint not null,
      -- 'sending' is also what a crash leaves behind: it means that the outcome is not known.
      state text not null default 'sending'
        check (state in ('sending', 'accepted', 'declined', 'unknown', 'voided')),
      decline_reason text,
      -- What the provider last told: absolute totals, never increments.
      reported_state text check (reported_state in ('paid', 'failed')),
      evidence jsonb,
      paid_amount numeric(20, 2) not null default 0,
      -- What of paid_amount the operation counts, and what the shop's suspense account holds instead.
      booked_amount numeric(20, 2) not null default 0,
      suspense_amount numeric(20, 2) not null default 0,
      -- A fact was noted whose effect is still to come.
      is_fact_pending boolean not null default false,
      -- When an unknown outcome is looked into next, and how often it was.
      check_at timestamptz(3),
      checks integer not null default 0,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (shop_id, attempt_id),
      check (paid_amount >= booked_amount + suspense_amount),
      check ((state = 'unknown') = (check_at is not null))
    ) with (fillfactor = 70);
    create index attempts_by_operation on attempts (operation_id);
    create index attempts_unknown on attempts (check_at) where check_at is not null;
    create index attempts_fact_pending on attempts (updated_at) where is_fact_pending;

    create table receipts (
      shop_id uuid not null,
      operation_id uuid not null,
      receipt_id uuid not null,
      attempt_id uuid not null,
      amount numeric(20, 2) not null check (amount > 0),
      completed_at timestamptz(3) not null,
      -- Made from the leg's total because the provider's own items were missing or did not add up to it.
      is_synthetic boolean not null,
      primary key (shop_id, operation_id, receipt_id)
    );
    revoke update, truncate on receipts from current_user;
  `);
