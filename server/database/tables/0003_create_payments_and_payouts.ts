import type { Knex } from 'knex';

const operations = /* sql */ `
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
      -- 'tombstone': a cancellation came before any create. The first payment create fills it in.
      status text not null check (status in ('tombstone', 'creating', 'rejecting', 'rejected',
        'pending', 'awaiting_confirmation', 'manual_check', 'completed', 'cancelled')),
      method text,
      currency text,
      expected_amount numeric(20, 2) check (expected_amount > 0),
      actual_amount numeric(20, 2) not null default 0 check (actual_amount >= 0),
      client_id text,
      client_ip text,
      body_digest bytea,
      fx_source text,
      fx_rate numeric(30, 10),
      settlement_currency text,
      tariff_percent numeric(9, 6),
      tariff_fixed numeric(20, 6),
      tariff_minimum numeric(20, 6),
      recorded_amount numeric(24, 6),
      settlement_amount numeric(24, 6),
      commission_amount numeric(24, 6),
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
      -- Operators find a number by its keyed digest; rows from before get theirs from turnpike keys-ring rotate.
      number_digest bytea,
      -- The file under review; in manual_check the one that an operator looks at, and afterwards the one that decided.
      receipt_file_id uuid,
      -- Its lifetime is over and its provider is being asked: no file is taken any more.
      is_expiring boolean not null default false,
      -- Completed, but what proves its transfers is still to be had from a provider.
      is_evidence_pending boolean not null default false,
      -- What the merchant attached (return_url, description, metadata), encrypted: it may speak of people.
      annotations_encrypted bytea,
      primary key (shop_id, operation_id),
      check ((status = 'manual_check') = (manual_check_reason is not null)),
      check ((status = 'cancelled') = (cancel_reason is not null)),
      check ((status = 'completed') = (recorded_amount is not null)),
      check (status = 'creating' or leased_until is null),
      constraint operations_filled_check check (status = 'tombstone' or num_nulls(method, currency,
        expected_amount, client_id, body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed,
        tariff_minimum, settlement_amount, commission_amount) = 0),
      constraint operations_reviewed_check check (status <> 'manual_check' or receipt_file_id is not null)
    ) with (fillfactor = 70);

    create unique index operations_by_identifier on operations (shop_id, api, merchant_operation_id)
      where is_identifier_held;
    create index operations_undecided on operations (leased_until) where leased_until is not null;
    -- What ends a payment leaves expires_at alone, so that this index costs only its acceptance.
    create index operations_by_expiry on operations (expires_at) where expires_at is not null;
    create index operations_by_number on operations (shop_id, number_digest) where number_digest is not null;
    create index operations_to_review on operations (shop_id, operation_id) where manual_check_reason is not null;
    -- A merchant's list is merged from one range of this index for each type and status it asks for, so that a page costs
    -- the same whatever the filters leave out. The status moves within it; that costs nothing new, because every change of
    -- a status changes other indexes already. The condition leaves nothing out: it keeps the index from statements that
    -- find an operation by its key. They say nothing about the time, and on an empty database this index would look as
    -- good to them as the primary key.
    create index operations_by_time on operations (shop_id, api, type, status, created_at, operation_id)
      where created_at is not null;

    -- What merchants gave as the reason of a cancellation, by the entry of the audit log that refers to it: the entry
    -- stays, the reason is shredded.
    create table cancel_reasons (
      shop_id uuid not null,
      entry_id uuid not null,
      reason_encrypted bytea check (get_byte(reason_encrypted, 0) = 0),
      -- Reasons from before they were sealed; a rotation of keys seals them.
      reason_plain text,
      created_at timestamptz not null default now(),
      primary key (shop_id, entry_id),
      check (num_nonnulls(reason_encrypted, reason_plain) = 1)
    );`;

const attempts = /* sql */ `
    create table attempts (
      shop_id uuid not null,
      attempt_id uuid not null,
      operation_id uuid not null,
      provider_id text not null,
      position smallint not null,
      -- 'queued': on record, and surely not sent yet. 'sending' is also what a crash leaves behind: it means that the
      -- outcome is not known.
      state text not null default 'sending'
        check (state in ('queued', 'sending', 'accepted', 'declined', 'unknown', 'voided')),
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
      type text not null default 'payment' check (type in ('payment', 'payout')),
      -- A payout's part; every attempt to carry out the same part has its number.
      leg smallint not null default 1,
      amount numeric(20, 2) not null,
      returned_amount numeric(20, 2) not null default 0,
      -- What of suspense_amount an operator has settled. Below zero: money that came back after it was booked.
      suspense_settled numeric(20, 2) not null default 0,
      -- Counts who took the leg in hand: what an earlier one learned after its lease was over changes nothing any more.
      claim integer not null default 0,
      -- The operator who decided in the provider's place.
      resolved_by text,
      -- When the provider is asked next for the evidence of what it paid, and how often it was.
      evidence_due_at timestamptz(3),
      evidence_checks integer not null default 0,
      primary key (shop_id, attempt_id),
      constraint attempts_totals_check check (paid_amount >= booked_amount and paid_amount >= returned_amount),
      -- An attempt whose outcome is open is always looked into again; so is an order that is to be voided.
      constraint attempts_check_at_check check (case type
        when 'payment' then (state <> 'unknown' or check_at is not null)
          and (check_at is null or state in ('unknown', 'accepted'))
        else (check_at is not null)
          = (state in ('queued', 'sending', 'unknown') or (state = 'accepted' and reported_state is null)) end)
    ) with (fillfactor = 70);
    create index attempts_by_operation on attempts (operation_id);
    create index attempts_due on attempts (type, check_at) where check_at is not null;
    create index attempts_evidence_due on attempts (evidence_due_at) where evidence_due_at is not null;
    create index attempts_fact_pending on attempts (updated_at) where is_fact_pending;
    -- All that ever was in suspense: few rows, so the open ones among them are found and counted quickly.
    create index attempts_suspense on attempts (shop_id, attempt_id) include (suspense_amount, suspense_settled)
      where suspense_amount <> 0 or suspense_settled <> 0;`;

export const up = async (database: Knex): Promise<void> => {
  for (const tables of [operations, attempts]) await database.raw(tables);
};
