import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- The payments that have a page of ours. Finds the shop of an address, which names the operation alone.
    create table hosted_pages (
      operation_id uuid primary key,
      shop_id uuid not null,
      opened_at timestamptz(3) not null default now()
    );
  `);
