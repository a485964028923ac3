import type { Knex } from 'knex';

const tombstones = `
    -- 'tombstone': a cancellation came before any create. The first payment create fills it in.
    alter table operations
      drop constraint operations_status_check,
      add constraint operations_status_check check (status in ('tombstone', 'creating', 'rejecting', 'rejected',
        'pending', 'awaiting_confirmation', 'manual_check', 'completed', 'cancelled')),
      alter column method drop not null, alter column currency drop not null,
      alter column expected_amount drop not null, alter column client_id drop not null,
      alter column body_digest drop not null, alter column fx_rate drop not null,
      alter column settlement_currency drop not null, alter column tariff_percent drop not null,
      alter column tariff_fixed drop not null, alter column tariff_minimum drop not null,
      alter column settlement_amount drop not null, alter column commission_amount drop not null,
      add constraint operations_filled_check check (status = 'tombstone' or num_nulls(method, currency,
        expected_amount, client_id, body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed,
        tariff_minimum, settlement_amount, commission_amount) = 0);

    -- Answers whether the tombstone was still there to be filled in.
    create function fill_tombstone(p_event uuid, p_payment jsonb) returns boolean language plpgsql as $$
    declare
      filled operations;
    begin
      update operations o set
        status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
        expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
        body_digest = asked.body_digest, fx_source = asked.fx_source, fx_rate = asked.fx_rate,
        settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
        tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      from jsonb_to_record(p_payment) as asked (shop_id uuid, operation_id uuid, method text, currency text,
        expected_amount numeric, client_id text, client_ip text, body_digest bytea, fx_source text, fx_rate numeric,
        settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric)
      where o.shop_id = asked.shop_id and o.operation_id = asked.operation_id and o.status = 'tombstone'
      returning o.* into filled;
      if not found then return false; end if;
      perform outbox_record(p_event, filled, 'operation.cancelled');
      return true;
    end $$;`;

const cancellation = `
    -- The payment is over, by its merchant's wish; the caller holds it.
    create function end_by_merchant(p_payment operations, p_event uuid) returns void language plpgsql as $$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = 'merchant', settlement_amount = 0, commission_amount = 0,
        leased_until = null, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id
      returning * into ended;
      -- What was sent and not answered may become an order: its details are never issued, and it is voided. So is the
      -- order that stands, and money that was noted for it goes to suspense.
      update attempts set
        state = case state when 'sending' then 'unknown' else state end, check_at = now(),
        is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = now()
      where shop_id = p_payment.shop_id and operation_id = p_payment.operation_id and state in ('sending', 'accepted');
      perform outbox_record(p_event, ended, 'operation.cancelled');
    end $$;

    -- Whoever writes first wins, on any instance: the row of the payment, or of its create, or a tombstone in its place.
    -- Answers the outcome ('cancelled', 'already_terminal'), or why there is none.
    create function cancel_payment(
      p_shop uuid, p_api text, p_operation uuid, p_identifier text, p_tombstone uuid, p_reason text, p_event uuid,
      p_entry uuid
    ) returns table (outcome text, operation_id uuid, status text) language plpgsql as $$
    #variable_conflict use_column
    declare
      payment operations;
    begin
      loop
        if p_identifier is null then
          select * into payment from operations o
          where o.shop_id = p_shop and o.operation_id = p_operation and o.api = p_api
            and o.status not in ('creating', 'rejecting', 'rejected')
          for update;
        else
          select * into payment from operations o
          where o.shop_id = p_shop and o.api = p_api and o.merchant_operation_id = p_identifier and o.is_identifier_held
          for update;
        end if;
        exit when found or p_identifier is null;
        insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status)
        values (p_shop, p_tombstone, p_api, p_identifier, 'payment', 'tombstone')
        on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing;
        -- The next turn reads what this one has written, or what came in between.
      end loop;
      if payment.shop_id is null then
        return query select 'operation_not_found', null::uuid, null::text;
        return;
      end if;
      if payment.type = 'payout' then
        return query select 'not_cancellable', payment.operation_id, payment.status;
      elsif payment.status = 'manual_check' then
        return query select 'receipt_under_review', payment.operation_id, payment.status;
      elsif payment.status = 'completed' or payment.status = 'cancelled' and payment.cancel_reason <> 'merchant' then
        return query select 'already_terminal', payment.operation_id, payment.status;
      else
        if payment.status = 'rejecting' then
          -- Its merchant was told that no payment exists, so this is a cancellation before any create.
          update operations o set status = 'tombstone', rejection_code = null, updated_at = now()
          where o.shop_id = p_shop and o.operation_id = payment.operation_id;
        elsif payment.status in ('creating', 'pending', 'awaiting_confirmation') then
          perform end_by_merchant(payment, p_event);
        end if;
        if payment.status <> 'cancelled' and (payment.status <> 'tombstone' or payment.operation_id = p_tombstone) then
          insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
          values (p_entry, p_shop, 'merchant', 'payment.cancelled', payment.operation_id::text,
            jsonb_build_object('status', payment.status), jsonb_build_object('reason', p_reason));
        end if;
        return query select 'cancelled', payment.operation_id, 'cancelled';
      end if;
    end $$;`;

const voiding = `
    alter table attempts
      drop constraint attempts_check_at_check,
      -- An attempt whose outcome is open is always looked into again; so is the order of a payment that was cancelled.
      add constraint attempts_check_at_check check (case type
        when 'payment' then (state <> 'unknown' or check_at is not null)
          and (check_at is null or state in ('unknown', 'accepted'))
        else (check_at is not null)
          = (state in ('queued', 'sending', 'unknown') or state = 'accepted' and reported_state is null) end);

    -- The provider holds no order for the attempt any more: the last one frees the identifier of a refused create.
    create or replace function void_attempt(p_shop uuid, p_operation uuid, p_attempt uuid) returns void
    language plpgsql as $$
    begin
      -- Two attempts of one create may be voided at once; the lock lets the later one see the earlier.
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      update attempts set state = case state when 'unknown' then 'voided' else state end, check_at = null,
        updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('unknown', 'accepted');
      update operations set status = 'rejected', updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'rejecting' and not exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
          and state in ('sending', 'unknown'));
    end $$;`;

const expiry = `
    -- What ends a payment leaves expires_at alone, so that this index costs only its acceptance.
    create index operations_by_expiry on operations (expires_at) where expires_at is not null;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [tombstones, cancellation, voiding, expiry]) await database.raw(step);
};
