import type { Knex } from 'knex';

/**
 * A merchant's list is merged from one range of this index for each type and status it asks for, so that a page costs the
 * same whatever the filters leave out. The status moves within it; that costs nothing new, because every change of a
 * status changes other indexes already.
 *
 * Its condition leaves nothing out: it keeps the index from statements that find an operation by its key. They say nothing
 * about the time, and on an empty database this index would look as good to them as the primary key.
 */
export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    create index operations_by_time on operations (shop_id, api, type, status, created_at, operation_id)
      where created_at is not null;
  `);
