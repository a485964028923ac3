import type { Knex } from 'knex';

const keyedNumbers = `
    -- Operators find a number by its keyed digest; rows from before get theirs from turnpike keys-ring rotate.
    alter table operations add column number_digest bytea;
    create index operations_by_number on operations (shop_id, number_digest) where number_digest is not null;

    -- The id of the key that encrypted or digested.
    create function sealed_by(p_sealed bytea) returns text language sql immutable as $$
      select encode(substring(p_sealed from 2 for get_byte(p_sealed, 0)), 'escape')
    $$;

    drop function accept_payment(uuid, uuid, uuid, text, bytea, text, text, text, integer, uuid);
    -- A provider accepted: holds only while the create is still undecided (null: it was not any more). Answers whether
    -- facts came before and wait for their effect.
    create function accept_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_status text, p_number bytea, p_number_digest bytea,
      p_holder_name text, p_bankname text, p_bankname_details text, p_lifetime_seconds integer, p_event uuid
    ) returns boolean language plpgsql as $$
    declare
      accepted operations;
      is_pending boolean;
    begin
      update operations set
        status = p_status, attempt_id = p_attempt, number_encrypted = p_number, number_digest = p_number_digest,
        holder_name = p_holder_name, bankname = p_bankname, bankname_details = p_bankname_details, leased_until = null,
        is_confirmation_required = (p_status = 'awaiting_confirmation'),
        event_sequence = case when p_status = 'awaiting_confirmation' then 1 else 0 end,
        expires_at = now() + make_interval(secs => p_lifetime_seconds), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'creating'
      returning * into accepted;
      if not found then return null; end if;
      if p_status = 'awaiting_confirmation' then
        perform outbox_record(p_event, accepted, 'operation.awaiting_confirmation');
      end if;
      -- Strict: an attempt that was taken for unknown is on its way to be voided, so the whole step fails.
      update attempts set state = 'accepted', updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
      returning is_fact_pending into strict is_pending;
      return is_pending;
    end $$;`;

const shredding = `
    -- Ids are UUIDv7, so operations lie in the order of time under their primary key: shredding walks along it, and no
    -- create pays for an index of what is to be shredded. All operations up to here are shredded or set aside.
    alter table shops add column shredding_from uuid not null default '00000000-0000-0000-0000-000000000000';
    -- What the walk has passed and could not shred yet: it was open, or had ended later than its neighbours.
    create table shredding_leftovers (
      shop_id uuid not null,
      operation_id uuid not null,
      primary key (shop_id, operation_id)
    );

    -- Ids made before the moment sort below it, later ones above.
    create function id_bound(p_time timestamptz) returns uuid language sql stable as $$
      select (left(stamp, 8) || '-' || right(stamp, 4) || '-7000-8000-000000000000')::uuid
      from (select lpad(to_hex(floor(extract(epoch from p_time) * 1000)::bigint), 12, '0')) as hex (stamp)
    $$;

    -- When the operation came to its end; null while it may still need its number.
    create function ended_at(p_operation operations) returns timestamptz language sql stable as $$
      select case when p_operation.status in ('completed', 'cancelled', 'rejected')
        then coalesce(p_operation.finished_at, p_operation.updated_at) end
    $$;

    -- Forgets the people behind ended operations, in their rows and in their events. Answers how many numbers went.
    create function shred_operations(p_shop uuid, p_operations uuid[]) returns integer language plpgsql as $$
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
      return numbers;
    end $$;

    -- The next stretch of the walk, from where it stopped last or from p_from, if that is further. Answers how far it
    -- came, or null in place of that at the end of what may be shredded; nothing while another instance is walking.
    create function shred_next(p_shop uuid, p_from uuid, p_retention interval, p_size integer)
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
          number_encrypted is not null or holder_name is not null or client_ip is not null as is_personal
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
    end $$;

    -- What was set aside and has ended long enough ago since.
    create function shred_leftovers(p_shop uuid, p_retention interval, p_size integer)
    returns table (numbers integer, is_more boolean) language plpgsql as $$
    declare
      due uuid[];
    begin
      select coalesce(array_agg(id), '{}') into due from (
        select operation_id as id from shredding_leftovers l join operations o using (shop_id, operation_id)
        where l.shop_id = p_shop and ended_at(o) <= now() - p_retention
        order by operation_id limit p_size for update of l skip locked
      ) as over;
      numbers := shred_operations(p_shop, due);
      is_more := cardinality(due) = p_size;
      delete from shredding_leftovers where shop_id = p_shop and operation_id = any(due);
      return next;
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [keyedNumbers, shredding]) await database.raw(step);
};
