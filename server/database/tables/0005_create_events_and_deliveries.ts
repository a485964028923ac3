import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table events (
      shop_id uuid not null,
      event_id uuid not null,
      operation_id uuid not null,
      api text not null,
      sequence integer not null,
      type text not null,
      -- The operation as it was at this moment. Money is text, and the destination number is not in it.
      data jsonb not null,
      created_at timestamptz(3) not null default now(),
      dispatched_at timestamptz(3),
      primary key (shop_id, event_id)
    ) with (fillfactor = 70);
    create unique index events_by_operation on events (shop_id, operation_id, sequence);
    create index events_undispatched on events (created_at) where dispatched_at is null;

    create table webhook_endpoints (
      shop_id uuid not null references shops,
      endpoint_id uuid not null,
      url text not null check (length(url) <= 2048),
      -- Null: every type.
      types text[],
      -- The default endpoint is signed with the shop's own secret, every other with one of its own.
      is_default boolean not null default false,
      disabled_at timestamptz(3),
      -- 'gone': the receiver answered 410, so what it misses is kept as dead deliveries.
      disabled_reason text check (disabled_reason in ('operator', 'gone')),
      created_at timestamptz(3) not null default now(),
      primary key (shop_id, endpoint_id),
      unique (shop_id, url),
      check ((disabled_at is null) = (disabled_reason is null))
    );
    create unique index webhook_endpoints_default on webhook_endpoints (shop_id) where is_default;
    -- A job knows its endpoint only.
    create index webhook_endpoints_by_id on webhook_endpoints (endpoint_id);

    create table webhook_secrets (
      shop_id uuid not null references shops,
      secret_id uuid not null,
      -- Null: the shop's own secret.
      endpoint_id uuid,
      secret_encrypted bytea not null,
      created_at timestamptz(3) not null default now(),
      -- Set at a rotation: until then deliveries carry signatures by both secrets.
      expires_at timestamptz(3),
      primary key (shop_id, secret_id)
    );
    create unique index webhook_secrets_current on webhook_secrets
      (shop_id, coalesce(endpoint_id, '00000000-0000-0000-0000-000000000000')) where expires_at is null;

    create table webhook_deliveries (
      shop_id uuid not null,
      event_id uuid not null,
      endpoint_id uuid not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      -- Until when one process alone may send it. A lease that ran out makes the delivery due again.
      leased_until timestamptz(3),
      last_http_status integer,
      last_error text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz(3),
      primary key (shop_id, event_id, endpoint_id),
      check ((status = 'pending') = (finished_at is null))
    ) with (fillfactor = 70);
    create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at)
      where status = 'pending';
  `);
