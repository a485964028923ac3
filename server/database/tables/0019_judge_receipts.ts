import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- When it is looked for whether the file was used before, if that is not known yet. Null: it is, or there is no need to know.
    alter table receipt_files add column judge_at timestamptz(3);
    alter table receipt_files add constraint receipt_files_judge_check check (state = 'recorded' or judge_at is null);
    create index receipt_files_to_judge on receipt_files (judge_at) where judge_at is not null;
  `);
