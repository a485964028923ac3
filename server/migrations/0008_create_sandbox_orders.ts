import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- What the sandbox providers know. It stands for somebody else's database: nothing else may read it.
    create table sandbox_orders (
      shop_id uuid not null,
      attempt_id uuid not null,
      provider_id text not null,
      amount numeric(20, 2) not null,
      state text not null check (state in ('accepted', 'declined', 'paid', 'voided')),
      paid_amount numeric(20, 2) not null default 0,
      -- Null for an order that was voided before it came.
      rail text,
      -- When the payer pays; null when it was reported, or never comes.
      pays_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (shop_id, attempt_id)
    ) with (fillfactor = 80);
    create index sandbox_orders_due on sandbox_orders (pays_at) where pays_at is not null;
  `);
