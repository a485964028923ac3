import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- Which processes are alive, and the job runner's name of each of their workers.
    create table instances (
      instance_id uuid primary key,
      worker_ids text[] not null,
      beat_at timestamptz(3) not null default now()
    );

    -- One value per key of the key ring, sealed under it: what opens it is the key that the data was sealed with. It is
    -- written before anything is sealed with its key.
    create table key_ring_canaries (
      key_id text primary key,
      canary bytea not null,
      -- Whether something that must be read again may hang on the key: since it was the first of a ring, until a rotation
      -- has found that nothing does.
      is_in_use boolean not null,
      created_at timestamptz not null default now()
    );

    -- What the walk of shredding has passed and could not shred yet: it was open, or had ended later than its neighbours.
    create table shredding_leftovers (
      shop_id uuid not null,
      operation_id uuid not null,
      primary key (shop_id, operation_id)
    );

    -- What the sandbox providers know. It stands for a provider's own database: nothing else may read it.
    create table sandbox_orders (
      shop_id uuid not null,
      attempt_id uuid not null,
      provider_id text not null,
      amount numeric(20, 2) not null,
      state text not null check (state in ('accepted', 'declined', 'paid', 'failed', 'voided')),
      paid_amount numeric(20, 2) not null default 0,
      -- Null for an order that was voided before it came.
      rail text,
      -- When the payer pays; null when it was reported, or never comes.
      pays_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      type text not null default 'payment' check (type in ('payment', 'payout')),
      -- What becomes of the order when it is due, and when that was. A receipt that is not good leaves it as it was.
      due_state text not null default 'paid' check (due_state in ('paid', 'failed', 'accepted')),
      due_since timestamptz(3),
      -- Its provider tells nothing of its own accord, and nothing at all before the order is due.
      is_silent boolean not null default false,
      -- What a receipt is found to be; null where none is required.
      receipt_verdict text check (receipt_verdict in ('accepted', 'suspicious', 'not_terminal')),
      -- The file that is being looked at.
      receipt_file_id uuid,
      -- How long its evidence cannot be had after it was paid.
      evidence_after_ms integer,
      primary key (shop_id, attempt_id)
    ) with (fillfactor = 80);
    create index sandbox_orders_due on sandbox_orders (pays_at) where pays_at is not null;
  `);
