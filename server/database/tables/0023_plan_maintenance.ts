import type { Knex } from 'knex';

/** Times in which a provider gets no new orders. A server of the last version does not know of them. */
export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table maintenance_windows (
      window_id uuid primary key,
      provider_id text not null references providers,
      -- Null: both.
      direction text check (direction in ('payment', 'payout')),
      -- Null: all of them.
      method text,
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      reason text not null,
      created_at timestamptz(3) not null default now(),
      constraint maintenance_windows_times_check check (ends_at > starts_at)
    );
    create index maintenance_windows_by_end on maintenance_windows (ends_at);
  `);
