import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table methods (
      api text not null check (api in ('v1', 'h2h')),
      code text not null,
      direction text not null check (direction in ('payment', 'payout')),
      currency text not null,
      rail text not null check (rail in ('card', 'phone', 'account')),
      number_format text not null,
      min_amount numeric(20, 2) not null check (min_amount > 0),
      max_amount numeric(20, 2) not null,
      primary key (api, code, direction),
      check (max_amount >= min_amount)
    );

    create table providers (
      provider_id text primary key check (provider_id ~ '^[a-z0-9-]{1,40}$'),
      kind text not null check (kind in ('sandbox')),
      is_active boolean not null default true
    );

    create table routes (
      shop_id uuid not null references shops,
      route_id uuid not null,
      direction text not null check (direction in ('payment', 'payout')),
      method text not null,
      provider_id text not null references providers,
      priority integer not null check (priority > 0),
      min_amount numeric(20, 2) not null default 0.01,
      max_amount numeric(20, 2) not null default 999999999.99,
      lifetime_seconds integer not null default 1800 check (lifetime_seconds > 0),
      answer_timeout_ms integer check (answer_timeout_ms > 0),
      is_active boolean not null default true,
      primary key (shop_id, route_id),
      unique (shop_id, direction, method, provider_id)
    );

    create table tariffs (
      shop_id uuid not null references shops,
      tariff_id uuid not null,
      direction text not null check (direction in ('payment', 'payout')),
      method text not null,
      bank_tier text not null default 'any' check (bank_tier in ('any', 'intrabank', 'interbank')),
      min_amount numeric(20, 2) not null default 0.01,
      max_amount numeric(20, 2) not null default 999999999.99,
      percent numeric(9, 6) not null default 0 check (percent >= 0 and percent < 100),
      fixed numeric(20, 6) not null default 0 check (fixed >= 0),
      minimum numeric(20, 6) not null default 0 check (minimum >= 0),
      primary key (shop_id, tariff_id),
      unique (shop_id, direction, method, bank_tier, min_amount),
      check (max_amount >= min_amount)
    );

    -- How much of the quote currency one unit of the base currency is worth.
    create table fx_rates (
      base text not null,
      quote text not null,
      source text not null,
      valid_from timestamptz(3) not null,
      valid_until timestamptz(3),
      rate numeric(30, 10) not null check (rate > 0),
      created_at timestamptz(3) not null default now(),
      primary key (base, quote, source, valid_from),
      check (base <> quote),
      constraint fx_rates_validity_check check (valid_until > valid_from)
    );
    -- A quote takes the rate that began last, however long the history of its pair.
    create index fx_rates_by_time on fx_rates (base, quote, valid_from desc);
  `);
