import type { Knex } from 'knex';

/** Of the program that has made it so: an earlier one leaves it as it is. Null: made before that was kept. */
export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `alter table sql_functions add column version text`);
