import type { Knex } from 'knex';

const formats = `
    -- The id of the key that encrypted or digested. What is sealed begins with a zero and the version of its format; a
    -- digest, and what was sealed before there were versions, with the length of the id.
    create or replace function sealed_by(p_sealed bytea) returns text language sql immutable as $$
      select encode(case get_byte(p_sealed, 0) when 0 then substring(p_sealed from 4 for get_byte(p_sealed, 2))
        else substring(p_sealed from 2 for get_byte(p_sealed, 0)) end, 'escape')
    $$;

    -- Whether it is sealed as it would be now, with that key: bound to its purpose and row.
    create function is_sealed_under(p_sealed bytea, p_key text) returns boolean language sql immutable as $$
      select get_byte(p_sealed, 0) = 0 and get_byte(p_sealed, 1) = 2 and sealed_by(p_sealed) = p_key
    $$;`;

const reasons = `
    -- What merchants gave as the reason of a cancellation, by the entry of the audit log that refers to it: the entry
    -- stays, the reason is shredded.
    create table cancel_reasons (
      shop_id uuid not null,
      entry_id uuid not null,
      reason_encrypted bytea check (get_byte(reason_encrypted, 0) = 0),
      -- Reasons from before they were sealed; a rotation of keys seals them.
      reason_plain text,
      created_at timestamptz not null default now(),
      primary key (shop_id, entry_id),
      check (num_nonnulls(reason_encrypted, reason_plain) = 1)
    );

    -- Once, and for this alone: what belongs to people leaves a log that nobody may change.
    grant update on audit_log to current_user;
    with moved as (
      update audit_log set after = jsonb_build_object('reason_id', entry_id)
      from (select entry_id as id, after ->> 'reason' as reason from audit_log
        where action = 'payment.cancelled' and after ->> 'reason' <> 'cancel') as old
      where entry_id = old.id
      returning shop_id, entry_id, old.reason, created_at
    )
    insert into cancel_reasons (shop_id, entry_id, reason_plain, created_at) select * from moved;
    revoke update on audit_log from current_user;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [formats, reasons]) await database.raw(step);
};
