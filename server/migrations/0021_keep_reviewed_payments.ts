import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- Whoever writes first wins, on any instance: the row of the payment, or of its create, or a tombstone in its place.
    -- Answers the outcome ('cancelled', 'already_terminal'), or why there is none.
    create or replace function cancel_payment(
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
      elsif payment.status = 'manual_check'
        or payment.status = 'awaiting_confirmation' and payment.receipt_file_id is not null
      then
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
    end $$;

    -- The payment is over and nothing moved. It does not expire while a receipt is under review.
    create or replace function end_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid)
    returns boolean language plpgsql as $$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
        and not (p_reason = 'expired' and receipt_file_id is not null)
      returning * into ended;
      if not found then return false; end if;
      -- Money that was noted while the caller looked is not forgotten: it goes to suspense.
      update attempts set reported_state = 'failed', is_fact_pending = (paid_amount > 0), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $$;

    -- What operators decided about one operation.
    create index audit_log_by_subject on audit_log (shop_id, subject);
  `);
