import type { Knex } from 'knex';

/**
 * How many operations of a shop its merchant can see, by stretches of time that are over, and those of them that were undecided
 * when they were counted. Identifiers that are free again have an index of their own, for look-ups by identifier.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(`
    create table operation_counts (
      shop_id uuid not null,
      api text not null,
      begins_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      visible integer not null,
      primary key (shop_id, api, begins_at),
      check (visible >= 0 and ends_at >= begins_at)
    );
    create table operation_count_leftovers (
      shop_id uuid not null,
      api text not null,
      operation_id uuid not null,
      created_at timestamptz(3) not null,
      primary key (shop_id, api, operation_id)
    );
    create index operations_by_freed_identifier on operations (shop_id, api, merchant_operation_id)
      where not is_identifier_held
  `);
};
