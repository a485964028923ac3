import type { Knex } from 'knex';

/**
 * Providers that are servers of their own. A server of the last version knows no such kind: its routes must not lead to one before all
 * servers are of this version.
 */
export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    alter table providers drop constraint providers_kind_check;
    alter table providers add constraint providers_kind_check check (kind in ('sandbox', 'http'));

    create table connectors (
      provider_id text primary key references providers,
      -- Scheme, host and port.
      url text not null,
      -- Certificates, as PEM, of the authority that vouches for it; null: those that everybody knows.
      authority text,
      -- What it is asked at once, and in a second, by each process; null: as much as any provider.
      concurrency integer check (concurrency > 0),
      calls_per_second integer check (calls_per_second > 0),
      -- What it last told of itself; null: nothing yet.
      capabilities jsonb,
      balances jsonb,
      health jsonb,
      told_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    );

    create table connector_secrets (
      provider_id text not null references connectors on delete cascade,
      secret_id uuid not null,
      -- What we prove ourselves by, as a secret or as a certificate with its key, and what it signs callbacks with.
      purpose text not null check (purpose in ('call', 'certificate', 'callback')),
      secret_encrypted bytea not null,
      created_at timestamptz(3) not null default now(),
      -- Null: until it is replaced.
      expires_at timestamptz(3),
      primary key (provider_id, secret_id)
    );
    create unique index connector_secrets_current on connector_secrets (provider_id, purpose) where expires_at is null;
  `);
