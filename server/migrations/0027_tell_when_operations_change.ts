import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- Until when a payment waits for its payer. Not while a receipt is looked at, and not any more once that time is over
    -- and its provider is asked a last time.
    create function waits_until(p_operation operations) returns timestamptz language sql stable as $$
      select case when p_operation.status in ('pending', 'awaiting_confirmation') and p_operation.receipt_file_id is null
        and not p_operation.is_expiring then p_operation.expires_at end
    $$;

    -- The operation as it is right after the event; personal data is filled in at sending.
    create or replace function outbox_record(p_event uuid, p_operation operations, p_type text) returns void
    language sql as $$
      insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
      values (
        p_operation.shop_id, p_event, p_operation.operation_id, p_operation.api, p_operation.event_sequence, p_type,
        jsonb_strip_nulls(jsonb_build_object(
          'operation_id', p_operation.operation_id,
          'merchant_operation_id', p_operation.merchant_operation_id,
          'type', p_operation.type,
          'status', p_operation.status,
          'method', p_operation.method,
          'currency', p_operation.currency,
          'expected_amount', p_operation.expected_amount::text,
          'actual_amount', p_operation.actual_amount::text,
          'fx_source', p_operation.fx_source,
          'fx_rate', p_operation.fx_rate::text,
          'recorded_amount', p_operation.recorded_amount::text,
          'settlement_currency', p_operation.settlement_currency,
          'settlement_amount', p_operation.settlement_amount::text,
          'commission_amount', p_operation.commission_amount::text,
          'is_confirmation_required', p_operation.is_confirmation_required,
          'holder_name', p_operation.holder_name,
          'bankname', p_operation.bankname,
          'bankname_details', p_operation.bankname_details,
          'manual_check_reason', p_operation.manual_check_reason,
          'cancel_reason', p_operation.cancel_reason,
          'created_at', p_operation.created_at,
          'updated_at', p_operation.updated_at,
          'expires_at', waits_until(p_operation),
          'finished_at', p_operation.finished_at
        ))
      )
    $$;

    -- It was over when it was cancelled, which its row has not been changed since.
    create or replace function fill_tombstone(p_event uuid, p_payment jsonb) returns boolean language plpgsql as $$
    declare
      filled operations;
    begin
      update operations o set
        status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
        expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
        body_digest = asked.body_digest, fx_source = asked.fx_source, fx_rate = asked.fx_rate,
        settlement_currency = asked.settlement_currency, tariff_percent = asked.tariff_percent,
        tariff_fixed = asked.tariff_fixed, tariff_minimum = asked.tariff_minimum, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = o.updated_at, updated_at = now()
      from jsonb_to_record(p_payment) as asked (shop_id uuid, operation_id uuid, method text, currency text,
        expected_amount numeric, client_id text, client_ip text, body_digest bytea, fx_source text, fx_rate numeric,
        settlement_currency text, tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric)
      where o.shop_id = asked.shop_id and o.operation_id = asked.operation_id and o.status = 'tombstone'
      returning o.* into filled;
      if not found then return false; end if;
      perform outbox_record(p_event, filled, 'operation.cancelled');
      return true;
    end $$;

    -- Whoever writes first wins, on any instance: the row of the payment, or of its create, or a tombstone in its place.
    -- Answers the outcome ('cancelled', 'already_terminal') and the payment in short, or why there is none.
    drop function cancel_payment(uuid, text, uuid, text, uuid, text, uuid, uuid);
    create function cancel_payment(
      p_shop uuid, p_api text, p_operation uuid, p_identifier text, p_tombstone uuid, p_reason text, p_event uuid,
      p_entry uuid
    ) returns table (
      outcome text, operation_id uuid, status text, merchant_operation_id text, created_at timestamptz,
      terminal_at timestamptz
    ) language plpgsql as $$
    #variable_conflict use_column
    declare
      payment operations;
      decision text;
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
        decision := 'operation_not_found';
      elsif payment.type = 'payout' then
        decision := 'not_cancellable';
      elsif payment.status = 'manual_check'
        or payment.status = 'awaiting_confirmation' and payment.receipt_file_id is not null
      then
        decision := 'receipt_under_review';
      elsif payment.status = 'completed' or payment.status = 'cancelled' and payment.cancel_reason <> 'merchant' then
        decision := 'already_terminal';
      else
        decision := 'cancelled';
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
        select * into payment from operations o where o.shop_id = p_shop and o.operation_id = payment.operation_id;
      end if;
      -- A tombstone is shown as the cancelled payment that its create will find.
      return query select decision, payment.operation_id,
        case payment.status when 'tombstone' then 'cancelled' else payment.status end,
        payment.merchant_operation_id, payment.created_at::timestamptz,
        coalesce(payment.finished_at, payment.updated_at)::timestamptz;
    end $$;
  `);
