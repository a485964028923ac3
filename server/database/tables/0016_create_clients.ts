import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table clients (
      shop_id uuid not null references shops,
      client_id uuid not null,
      scopes text[] not null check (scopes <@ array['payin', 'payout', 'read'] and cardinality(scopes) > 0),
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3),
      primary key (shop_id, client_id)
    );

    create table client_secrets (
      shop_id uuid not null,
      secret_id uuid not null,
      client_id uuid not null,
      digest bytea not null check (octet_length(digest) = 32),
      hint text not null,
      created_at timestamptz(3) not null default now(),
      -- Null: until it is replaced.
      expires_at timestamptz(3),
      primary key (shop_id, secret_id),
      foreign key (shop_id, client_id) references clients
    );
    create index client_secrets_by_client on client_secrets (shop_id, client_id);

    -- Those that operators have issued, and others once they are revoked.
    create table tokens (
      shop_id uuid not null references shops,
      token_id uuid not null,
      -- Null with the three below: of a token that is on record as revoked alone.
      client_id uuid,
      digest bytea check (octet_length(digest) = 32),
      scopes text[],
      expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3),
      primary key (shop_id, token_id),
      foreign key (shop_id, client_id) references clients,
      check (revoked_at is not null or num_nulls(client_id, digest, scopes, expires_at) = 0)
    );

    -- Finds the shop of a client, or of a token that an operator has issued, before the shop is known.
    create table client_directory (
      id uuid primary key,
      shop_id uuid not null
    );

    create table signing_keys (
      key_id uuid primary key,
      public_key bytea not null check (octet_length(public_key) = 32),
      -- Null once it signs no more.
      private_encrypted bytea,
      created_at timestamptz(3) not null default now(),
      -- It signs until another one begins to.
      signs_from timestamptz(3) not null,
      -- When the last of the tokens ends that operators have issued under it.
      needed_until timestamptz(3),
      revoked_at timestamptz(3)
    );
  `);
