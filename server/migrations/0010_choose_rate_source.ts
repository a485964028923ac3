import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- Null: rates of any source, the one that began last.
    alter table shops add column rate_source text;

    alter table fx_rates
      add column created_at timestamptz(3) not null default now(),
      add constraint fx_rates_validity_check check (valid_until > valid_from);
    -- A quote takes the rate that began last, however long the history of its pair.
    create index fx_rates_by_time on fx_rates (base, quote, valid_from desc);
  `);
