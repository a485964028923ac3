import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- Every text that a SQL function ever had here, by its hash. The last version of the program, which serves beside this
    -- one while servers are replaced, finds that its own texts were applied as well.
    create table sql_functions (
      name text not null,
      hash text not null,
      -- Whether this is the text that the function has now.
      is_current boolean not null,
      applied_at timestamptz(3) not null default now(),
      primary key (name, hash)
    );
    create unique index sql_functions_current on sql_functions (name) where is_current;
  `);
