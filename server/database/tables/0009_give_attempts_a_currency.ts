import type { Knex } from 'knex';

/**
 * An attempt is in the currency in which its provider is asked, which so far is its operation's. Null: a server of the
 * version before has written it since.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(/* sql */ `alter table attempts add column currency text`);
  await database.raw(/* sql */ `
    update attempts a set currency = o.currency from operations o
    where o.shop_id = a.shop_id and o.operation_id = a.operation_id`);
};
