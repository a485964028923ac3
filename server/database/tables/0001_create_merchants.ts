import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
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
      created_at timestamptz(3) not null default now(),
      -- Null: rates of any source, the one that began last.
      rate_source text,
      -- Ids are UUIDv7, so operations lie in the order of time under their primary key: shredding walks along it, and no
      -- create pays for an index of what is to be shredded. All operations up to here are shredded or set aside.
      shredding_from uuid not null default '00000000-0000-0000-0000-000000000000'
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
    -- What was done about one operation.
    create index audit_log_by_subject on audit_log (shop_id, subject);
    create index audit_log_contradictions on audit_log (created_at) where action = 'provider.contradicted';
    -- Since when something is in suspense is told by the entries about its operation.
    create index audit_log_suspense on audit_log (shop_id, subject)
      where action in ('suspense.posted', 'suspense.credited', 'suspense.returned', 'suspense.written_off');
    -- Append-only: even the tables' owner has to grant itself these rights again before it can rewrite history.
    revoke update, delete, truncate on audit_log from current_user;
  `);
