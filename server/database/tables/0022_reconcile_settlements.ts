import type { Knex } from 'knex';

/**
 * What providers say that they settled, and what of it is ours. A file belongs to a provider and to no shop; what its lines mean for a
 * shop's attempts is that shop's.
 */
export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table settlement_files (
      file_id uuid primary key,
      provider_id text not null references providers (provider_id),
      -- Of the bytes: the same file again changes nothing.
      digest bytea not null,
      -- Of the mapping, which an import that was cut off goes on with.
      mapping_digest bytea not null,
      name text not null,
      lines integer not null,
      last_line integer not null,
      -- The line up to which an import has come: they are written in their order.
      written_to integer not null default 0,
      period_from timestamptz(3),
      period_to timestamptz(3),
      -- Directions with currencies that it tells of, such as 'payment RUB'.
      scopes text[] not null,
      created_at timestamptz(3) not null default now(),
      matched_at timestamptz(3),
      unique (provider_id, digest)
    );
    create table settlement_lines (
      file_id uuid not null references settlement_files (file_id),
      line integer not null,
      -- A line that names several attempts has a row for each.
      part smallint not null,
      parts smallint not null,
      reference text not null,
      -- Null: the reference is no attempt's.
      attempt_id uuid,
      direction text not null check (direction in ('payment', 'payout')),
      currency text not null,
      -- Of the whole line, before the provider's fee.
      amount numeric(24, 6) not null check (amount <> 0),
      fee numeric(24, 6) not null,
      settled_on timestamptz(3),
      primary key (file_id, line, part)
    );
    create index settlement_lines_by_attempt on settlement_lines (file_id, attempt_id);
    -- Lines that name no attempt of the provider, until an operator has decided.
    create table settlement_strays (
      file_id uuid not null references settlement_files (file_id),
      line integer not null,
      resolution text check (resolution in ('dismissed', 'assigned')),
      primary key (file_id, line)
    );
    -- Files of one provider take turns in a shop: a step holds the row.
    create table settlement_turns (
      shop_id uuid not null,
      provider_id text not null,
      primary key (shop_id, provider_id)
    );
    create table settlement_matches (
      shop_id uuid not null,
      attempt_id uuid not null,
      file_id uuid not null,
      -- 0: the file lacks the attempt.
      line integer not null,
      operation_id uuid not null,
      provider_id text not null,
      direction text not null,
      currency text not null,
      amount numeric(24, 6) not null,
      fee numeric(24, 6) not null default 0,
      -- Null: a part of a line of several attempts, which are not yet all looked at.
      outcome text check (outcome in ('matched', 'missing_there', 'amount', 'duplicate')),
      -- What the lines about the attempt say beyond what it is worth.
      difference_amount numeric(24, 6) not null default 0,
      -- What moved off the clearing account.
      cleared_amount numeric(24, 6) not null default 0,
      transaction_id uuid,
      resolution text check (resolution in ('found', 'accepted', 'suspended', 'dismissed')),
      created_at timestamptz(3) not null default now(),
      primary key (shop_id, attempt_id, file_id, line)
    );
    create index settlement_matches_by_file on settlement_matches (file_id, line);
    create index settlement_matches_open on settlement_matches (shop_id, attempt_id)
      where outcome <> 'matched' and resolution is null;
    -- What operators recorded as gone back the way it came: no provider settles it any more.
    alter table attempts add column suspense_returned numeric(20, 2) not null default 0;
    update attempts a set suspense_returned = gone.amount
    from (
      select shop_id, (after ->> 'attempt_id')::uuid as attempt_id, sum((after ->> 'amount')::numeric) as amount
      from audit_log where action = 'suspense.returned' group by 1, 2
    ) as gone
    where a.shop_id = gone.shop_id and a.attempt_id = gone.attempt_id`);
