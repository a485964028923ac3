import type { Knex } from 'knex';

const sealed = `
    -- What the merchant attached (return_url, description, metadata), encrypted: it may speak of people.
    alter table operations add column annotations_encrypted bytea;
`;

/** The steps that write an operation's row, and those that shred it. */
const steps = `
    -- It was over when it was cancelled, which its row has not been changed since. No route was ever chosen, so there is no
    -- quote to show.
    create or replace function fill_tombstone(p_event uuid, p_payment jsonb)
    returns boolean language plpgsql as $$
    declare
      filled operations;
    begin
      update operations o set
        status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
        expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
        body_digest = asked.body_digest, annotations_encrypted = asked.annotations_encrypted, fx_rate = asked.fx_rate,
        settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
        tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = o.updated_at, updated_at = now()
      from jsonb_to_record(p_payment) as asked (shop_id uuid, operation_id uuid, method text, currency text,
        expected_amount numeric, client_id text, client_ip text, body_digest bytea, annotations_encrypted bytea,
        fx_source text, fx_rate numeric,
        settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric)
      where o.shop_id = asked.shop_id and o.operation_id = asked.operation_id and o.status = 'tombstone'
      returning o.* into filled;
      if not found then return false; end if;
      perform outbox_record(p_event, filled, 'operation.cancelled');
      return true;
    end $$;

    create or replace function create_payouts(p_payouts jsonb, p_legs jsonb)
    returns table (operation uuid, outcome text) language plpgsql as $$
    declare
      inserted uuid[];
      reserved uuid[] := '{}';
      of_shop record;
    begin
      with fresh as (
        insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details, annotations_encrypted)
        select shop_id, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details, annotations_encrypted
        from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, api text,
          merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
          client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
          tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
          commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
          bankname_details text, annotations_encrypted bytea)
        order by shop_id, api, merchant_operation_id
        on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing
        returning operation_id
      )
      select coalesce(array_agg(operation_id), '{}') into inserted from fresh;
      for of_shop in
        select shop_id, settlement_currency, array_agg(operation_id order by operation_id) as operations,
          array_agg(transaction_id order by operation_id) as transactions,
          array_agg(settlement_amount order by operation_id) as amounts
        from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, transaction_id uuid,
          settlement_currency text, settlement_amount numeric)
        where operation_id = any(inserted)
        group by shop_id, settlement_currency order by shop_id, settlement_currency
      loop
        reserved := reserved || ledger_reserve(
          of_shop.shop_id, of_shop.settlement_currency, of_shop.operations, of_shop.transactions, of_shop.amounts);
        -- Nobody has seen it and no provider was asked: it never was.
        delete from operations
        where shop_id = of_shop.shop_id and operation_id = any(of_shop.operations) and operation_id <> all(reserved);
      end loop;
      insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, state, check_at)
      select shop_id, attempt_id, operation_id, provider_id, 1, 'payout', leg, amount, 'queued', now()
      from jsonb_to_recordset(p_legs) as part (shop_id uuid, attempt_id uuid, operation_id uuid, provider_id text,
        leg smallint, amount numeric)
      where operation_id = any(reserved);
      return query
        select operation_id, case
          when operation_id = any(reserved) then 'created' when operation_id = any(inserted) then 'insufficient'
          else 'held' end
        from jsonb_to_recordset(p_payouts) as asked (operation_id uuid);
    end $$;

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
            or annotations_encrypted is not null
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
    end $$;

    create or replace function shred_operations(p_shop uuid, p_operations uuid[])
    returns integer language plpgsql as $$
    declare
      numbers integer;
    begin
      -- In the order of ids, like the re-encryption, so that neither waits for the other in a circle.
      select count(number_encrypted) into numbers from (
        select number_encrypted from operations where shop_id = p_shop and operation_id = any(p_operations)
        order by operation_id for no key update
      ) as locked;
      update operations set number_encrypted = null, number_digest = null, holder_name = null, client_ip = null,
        annotations_encrypted = null
      where shop_id = p_shop and operation_id = any(p_operations);
      update events set data = data - 'holder_name'
      where shop_id = p_shop and operation_id = any(p_operations) and data -> 'holder_name' is not null;
      -- One that is still being stored is whoever stores it to remove, or the sweep's: its content may yet come.
      update receipt_files set state = 'removing', findings = null, submit_at = null, updated_at = now()
      where shop_id = p_shop and operation_id = any(p_operations) and state = 'recorded';
      return numbers;
    end $$;
`;

export const up = async (database: Knex): Promise<void> => {
  await database.raw(sealed);
  await database.raw(steps);
};
