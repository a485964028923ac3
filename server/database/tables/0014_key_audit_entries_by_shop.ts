import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- What belongs to no shop: rates, methods, providers, merchants, the key ring.
    create table house_audit_log (
      entry_id uuid primary key,
      actor text not null,
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz(3) not null default now()
    );
    revoke update, delete, truncate on house_audit_log from current_user;

    -- The version before writes entries without a shop here still, so the shop can neither be demanded nor be in a primary key
    -- before the next release, which moves those entries as well.
    alter table audit_log drop constraint audit_log_pkey, add constraint audit_log_key unique (shop_id, entry_id);
    -- Entries of all shops are listed by their time.
    create index audit_log_by_entry on audit_log (entry_id);
  `);
