import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- What is due is looked for by its time over all shops, unlocked; what is found is leased by shop and endpoint.
    create index webhook_deliveries_by_time on webhook_deliveries (next_attempt_at) where status = 'pending';
  `);
