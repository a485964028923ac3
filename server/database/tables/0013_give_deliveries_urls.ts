import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- Where the events of the operation go in place of the shop's default endpoint. Null: there.
    alter table operations add column webhook_url text check (length(webhook_url) <= 2048);
    alter table events add column webhook_url text;
    -- Null: that of the endpoint. Where a delivery has a URL of its own, endpoint_id is no endpoint: it stands for the server
    -- of that URL (server_of_url), so that deliveries to different servers do not wait for each other.
    alter table webhook_deliveries add column url text;
  `);
