import type { Knex } from 'knex';

const contents = `
    -- Receipts that are kept in the database: each under a key of its own, which the key ring has sealed.
    create table receipt_contents (
      shop_id uuid not null,
      file_id uuid not null,
      key_encrypted bytea not null,
      content bytea not null,
      primary key (shop_id, file_id),
      foreign key (shop_id, file_id) references receipt_files (shop_id, file_id)
    );
    -- What is encrypted cannot be compressed.
    alter table receipt_contents alter column content set storage external;`;

const shredding = `
    -- As before, and receipts are given up: whoever removes files takes them from their storage.
    create or replace function shred_operations(p_shop uuid, p_operations uuid[]) returns integer language plpgsql as $$
    declare
      numbers integer;
    begin
      -- In the order of ids, like the re-encryption, so that neither waits for the other in a circle.
      select count(number_encrypted) into numbers from (
        select number_encrypted from operations where shop_id = p_shop and operation_id = any(p_operations)
        order by operation_id for no key update
      ) as locked;
      update operations set number_encrypted = null, number_digest = null, holder_name = null, client_ip = null
      where shop_id = p_shop and operation_id = any(p_operations);
      update events set data = data - 'holder_name'
      where shop_id = p_shop and operation_id = any(p_operations) and data -> 'holder_name' is not null;
      -- One that is still being stored is whoever stores it to remove, or the sweep's: its content may yet come.
      update receipt_files set state = 'removing', findings = null, submit_at = null, updated_at = now()
      where shop_id = p_shop and operation_id = any(p_operations) and state = 'recorded';
      return numbers;
    end $$;

    -- As before; an operation that has a receipt is about a person.
    create or replace function shred_next(p_shop uuid, p_from uuid, p_retention interval, p_size integer)
    returns table (numbers integer, reached uuid) language plpgsql as $$
    declare
      bound constant uuid := id_bound(now() - p_retention);
      -- An operation's id is made a moment before its row, by a clock that may be slow: below an hour ago all have come.
      settled constant uuid := id_bound(now() - interval '1 hour');
      start_from uuid;
      seen uuid[];
      due uuid[];
      waiting uuid[];
    begin
      select greatest(shredding_from, p_from) into start_from from shops
      where shop_id = p_shop for no key update skip locked;
      if not found then return; end if;
      select coalesce(array_agg(id order by id), '{}'),
        coalesce(array_agg(id) filter (where is_over and is_personal), '{}'),
        coalesce(array_agg(id) filter (where not is_over), '{}')
      into seen, due, waiting
      from (
        select operation_id as id, coalesce(ended_at(o) <= now() - p_retention, false) as is_over,
          number_encrypted is not null or holder_name is not null or client_ip is not null
            or exists (select from receipt_files f
              where f.shop_id = o.shop_id and f.operation_id = o.operation_id and f.state = 'recorded') as is_personal
        from operations o
        where shop_id = p_shop and operation_id > start_from and operation_id < bound
        order by operation_id limit p_size
      ) as stretch;
      insert into shredding_leftovers (shop_id, operation_id) select p_shop, unnest(waiting) on conflict do nothing;
      if cardinality(seen) = p_size then reached := seen[p_size]; end if;
      update shops set shredding_from = least(coalesce(reached, bound), settled)
      where shop_id = p_shop and shredding_from < least(coalesce(reached, bound), settled);
      numbers := shred_operations(p_shop, due);
      return next;
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [contents, shredding]) await database.raw(step);
};
