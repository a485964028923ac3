import type { Knex } from 'knex';

const attemptColumns = `
    alter table attempts
      add column type text not null default 'payment' check (type in ('payment', 'payout')),
      -- A payout's part; every attempt to carry out the same part has its number.
      add column leg smallint not null default 1,
      add column amount numeric(20, 2),
      add column returned_amount numeric(20, 2) not null default 0,
      -- What of suspense_amount an operator has settled. Below zero: money that came back after it was booked.
      add column suspense_settled numeric(20, 2) not null default 0,
      -- Counts who took the leg in hand: what an earlier one learned after its lease was over changes nothing any more.
      add column claim integer not null default 0,
      -- The operator who decided in the provider's place.
      add column resolved_by text;
    update attempts set amount = expected_amount from operations
    where operations.shop_id = attempts.shop_id and operations.operation_id = attempts.operation_id;
    alter table attempts
      alter column amount set not null,
      drop constraint attempts_state_check,
      drop constraint attempts_check,
      drop constraint attempts_check1,
      -- 'queued': on record, and surely not sent yet.
      add constraint attempts_state_check
        check (state in ('queued', 'sending', 'accepted', 'declined', 'unknown', 'voided')),
      add constraint attempts_totals_check check (paid_amount >= booked_amount and paid_amount >= returned_amount),
      -- An attempt whose outcome is open is always looked into again.
      add constraint attempts_check_at_check check ((check_at is not null) = case type
        when 'payment' then state = 'unknown'
        else state in ('queued', 'sending', 'unknown') or (state = 'accepted' and reported_state is null) end);
    drop index attempts_unknown;
    create index attempts_due on attempts (type, check_at) where check_at is not null;

    create or replace function record_next_attempt(
      p_shop uuid, p_operation uuid, p_ended uuid, p_state text, p_reason text, p_next uuid, p_provider text,
      p_position integer
    ) returns boolean language plpgsql as $$
    declare
      asked numeric;
    begin
      select expected_amount into asked from operations
      where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      perform end_attempt(p_shop, p_ended, p_state, p_reason);
      if asked is not null then
        insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount)
        values (p_shop, p_next, p_operation, p_provider, p_position, asked);
      end if;
      return asked is not null;
    end $$;`;

const reserve = `
    -- Moves from available to reserved for as many operations as the balance covers, in their order, and answers those.
    create function ledger_reserve(
      p_shop uuid, p_currency text, p_operations uuid[], p_transactions uuid[], p_amounts numeric[]
    ) returns uuid[] language plpgsql as $$
    declare
      present numeric;
      total numeric := 0;
      covered integer[] := '{}';
    begin
      select balance into present from ledger_accounts
      where shop_id = p_shop and account = 'available' and currency = p_currency for update;
      for line in 1 .. cardinality(p_operations) loop
        if total + p_amounts[line] <= present then
          total := total + p_amounts[line];
          covered := covered || line;
        end if;
      end loop;
      if cardinality(covered) = 0 then return '{}'; end if;
      update ledger_accounts set balance = balance - total
      where shop_id = p_shop and account = 'available' and currency = p_currency;
      insert into ledger_accounts as held (shop_id, account, currency, balance)
      values (p_shop, 'reserved', p_currency, total)
      on conflict (shop_id, account, currency) do update set balance = held.balance + excluded.balance;
      insert into ledger_transactions (shop_id, transaction_id, kind, operation_id)
      select p_shop, p_transactions[line], 'payout_reserved', p_operations[line] from unnest(covered) as line;
      insert into ledger_postings (shop_id, transaction_id, line, account, currency, amount)
      select p_shop, p_transactions[line], side.number, side.account, p_currency, side.sign * p_amounts[line]
      from unnest(covered) as line cross join (values (1, 'available', -1), (2, 'reserved', 1)) as side (number, account, sign);
      return array(select p_operations[line] from unnest(covered) as line);
    end $$;`;

const create = `
    -- Payouts with their reserves and legs, many in one step. Operations go in first, by identifier, and balances are
    -- locked after them, by shop: groups wait for each other in one order, and a settlement, which holds its operation
    -- when it waits for a balance, is never waited for by somebody who holds that balance.
    create function create_payouts(p_payouts jsonb, p_legs jsonb) returns table (operation uuid, outcome text)
    language plpgsql as $$
    declare
      inserted uuid[];
      reserved uuid[] := '{}';
      of_shop record;
    begin
      with fresh as (
        insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details)
        select shop_id, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
          expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
          tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
          bankname, bankname_details
        from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, api text,
          merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
          client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
          tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
          commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
          bankname_details text)
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
    end $$;`;

const sandbox = `
    alter table sandbox_orders
      add column type text not null default 'payment' check (type in ('payment', 'payout')),
      -- What becomes of the order when it is due, and when that was.
      add column due_state text not null default 'paid' check (due_state in ('paid', 'failed')),
      add column due_since timestamptz(3),
      -- Its provider tells nothing of its own accord, and nothing at all before the order is due.
      add column is_silent boolean not null default false,
      drop constraint sandbox_orders_state_check,
      add constraint sandbox_orders_state_check check (state in ('accepted', 'declined', 'paid', 'failed', 'voided'));`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [attemptColumns, reserve, create, sandbox]) await database.raw(step);
};
