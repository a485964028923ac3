import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    create table merchants (
      merchant_id uuid primary key,
      name text not null unique,
      created_at timestamptz(3) not null default now()
    );

    create table shops (
      shop_id uuid primary key,
      merchant_id uuid not null references merchants,
      name text not null unique,
      mode text not null check (mode in ('live', 'test')),
      settlement_currency text not null,
      created_at timestamptz(3) not null default now()
    );

    create table api_keys (
      shop_id uuid not null references shops,
      key_id uuid not null,
      digest bytea not null check (octet_length(digest) = 32),
      hint text not null,
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3),
      primary key (shop_id, key_id)
    );

    -- Finds the shop of a key before the shop is known.
    create table api_key_directory (
      digest bytea primary key,
      shop_id uuid not null,
      key_id uuid not null unique
    );

    create table audit_log (
      entry_id uuid primary key,
      shop_id uuid,
      actor text not null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz(3) not null default now()
    );
    -- Append-only: even the tables' owner has to grant itself these rights again before it can rewrite history.
    revoke update, delete, truncate on audit_log from current_user;
  `);
