import type { Knex } from 'knex';

const canaries = `
    -- One value per key of the key ring, sealed under it: what opens it is the key that the data was sealed with. It is
    -- written before anything is sealed with its key.
    create table key_ring_canaries (
      key_id text primary key,
      canary bytea not null,
      -- Whether something that must be read again may hang on the key: since it was the first of a ring, until a rotation
      -- has found that nothing does.
      is_in_use boolean not null,
      created_at timestamptz not null default now()
    );`;

export const up = (database: Knex): Promise<unknown> => database.raw(canaries);
