import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- Which processes are alive, and the job runner's name of each of their workers.
    create table instances (
      instance_id uuid primary key,
      worker_ids text[] not null,
      beat_at timestamptz(3) not null default now()
    );
  `);
