import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- What was paid so far is shown while the payment is under way, so the total of an open order is the payment's.
    create or replace function note_open_total(
      p_shop uuid, p_attempt uuid, p_total numeric
    ) returns boolean language plpgsql as $$
    begin
      perform from operations join attempts using (shop_id, operation_id)
      where shop_id = p_shop and attempts.attempt_id = p_attempt
        and operations.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check')
      for no key update of operations;
      if not found then return false; end if;
      update attempts set
        -- Before the acceptance it may still become nobody's money; what waits for its effect goes on waiting.
        is_fact_pending = state = 'sending' or is_fact_pending and reported_state is not null,
        paid_amount = greatest(paid_amount, p_total), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('sending', 'accepted');
      if not found then return false; end if;
      update operations o set actual_amount = a.paid_amount, updated_at = now() from attempts a
      where a.shop_id = p_shop and a.attempt_id = p_attempt and o.shop_id = p_shop and o.operation_id = a.operation_id
        and o.attempt_id = p_attempt and o.status in ('pending', 'awaiting_confirmation', 'manual_check')
        and o.actual_amount <> a.paid_amount;
      return true;
    end $$;

    -- Answers what the fact asks for. A payout that goes on shows what its legs have paid so far.
    create or replace function note_leg_fact(
      p_shop uuid, p_attempt uuid, p_state text, p_paid numeric, p_returned numeric, p_evidence jsonb
    ) returns text language plpgsql as $$
    declare
      noted attempts;
      payout operations;
      is_extra boolean;
    begin
      select operation_id into payout.operation_id from attempts
      where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
      if not found then return 'unknown_attempt'; end if;
      select * into payout from operations
      where shop_id = p_shop and operation_id = payout.operation_id for update;
      update attempts set
        state = case when state in ('queued', 'sending', 'unknown') then 'accepted' else state end,
        evidence = case when p_paid > paid_amount then p_evidence else coalesce(evidence, p_evidence) end,
        paid_amount = greatest(paid_amount, p_paid),
        returned_amount = greatest(returned_amount, least(p_returned, greatest(paid_amount, p_paid))),
        reported_state = case
          when p_state = 'open' and reported_state is null then null
          when greatest(paid_amount, p_paid) > 0 then 'paid' else 'failed' end,
        check_at = case
          when p_state <> 'open' or reported_state is not null or state in ('declined', 'voided') then null
          else coalesce(check_at, now()) end,
        updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt
      returning * into noted;
      is_extra := noted.paid_amount - noted.returned_amount <> noted.booked_amount + noted.suspense_amount
        and (payout.status <> 'pending' or noted.state <> 'accepted');
      if is_extra or payout.status = 'pending' and noted.check_at is null
        and are_legs_definite(p_shop, payout.operation_id)
      then
        update attempts set is_fact_pending = true where shop_id = p_shop and attempt_id = p_attempt;
        return case when is_extra then 'suspense' else 'settle' end;
      end if;
      update attempts set is_fact_pending = false where shop_id = p_shop and attempt_id = p_attempt and is_fact_pending;
      if payout.status = 'pending' then
        update operations o set actual_amount = legs.paid, updated_at = now()
        from (
          select coalesce(sum(least(paid_amount - returned_amount, amount)), 0) as paid from attempts
          where shop_id = p_shop and operation_id = payout.operation_id and state = 'accepted'
        ) as legs
        where o.shop_id = p_shop and o.operation_id = payout.operation_id and o.actual_amount <> legs.paid;
      end if;
      return 'nothing';
    end $$;

    -- What ends cancelled counts no money: what was noted of it goes to suspense.
    create or replace function end_by_merchant(p_payment operations, p_event uuid) returns void language plpgsql as $$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = 'merchant', actual_amount = 0, settlement_amount = 0,
        commission_amount = 0, leased_until = null, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
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

    create or replace function end_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid
    ) returns boolean language plpgsql as $$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, actual_amount = 0,
        settlement_amount = 0,
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

    create or replace function end_payout(
      p_shop uuid, p_operation uuid, p_reason text, p_transaction uuid, p_event uuid
    ) returns boolean language plpgsql as $$
    declare
      held operations;
      ended operations;
    begin
      select * into held from operations
      where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      if not found or not are_legs_definite(p_shop, p_operation) or exists (
        select from attempts where shop_id = p_shop and operation_id = p_operation and state = 'accepted'
          and paid_amount > returned_amount
      ) then return false; end if;
      update attempts set is_fact_pending = (paid_amount - returned_amount <> suspense_amount), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      update operations set
        status = 'cancelled', cancel_reason = p_reason, actual_amount = 0, settlement_amount = 0, commission_amount = 0,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into ended;
      perform ledger_post(p_shop, p_transaction, 'payout_released', p_operation, array['reserved', 'available'],
        array[held.settlement_currency, held.settlement_currency],
        array[-held.settlement_amount, held.settlement_amount]);
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $$;

    create or replace function reject_receipt(
      p_shop uuid, p_attempt uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid
    ) returns boolean language plpgsql as $$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      ended operations;
    begin
      if payment.status is distinct from (case when p_actor is null then 'awaiting_confirmation' else 'manual_check' end)
        or payment.attempt_id is distinct from coalesce(p_attempt, payment.attempt_id)
      then
        return false;
      end if;
      update operations set status = 'cancelled', cancel_reason = 'receipt_rejected', manual_check_reason = null,
        actual_amount = 0, settlement_amount = 0, commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(),
        updated_at = now()
      where shop_id = p_shop and operation_id = payment.operation_id
      returning * into ended;
      -- Money that was noted is not forgotten: it goes to suspense.
      update attempts set check_at = now(), is_fact_pending = is_fact_pending or paid_amount > 0, updated_at = now()
      where shop_id = p_shop and attempt_id = payment.attempt_id and state = 'accepted';
      perform outbox_record(p_event, ended, 'operation.cancelled');
      if p_actor is not null then
        insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
        values (p_entry, p_shop, p_actor, 'receipt.rejected', payment.operation_id::text,
          jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
          jsonb_build_object('status', ended.status, 'file_id', p_file, 'note', p_note));
      end if;
      return true;
    end $$;

    -- It was over when it was cancelled, which its row has not been changed since. No route was ever chosen, so there is no
    -- quote to show.
    create or replace function fill_tombstone(p_event uuid, p_payment jsonb) returns boolean language plpgsql as $$
    declare
      filled operations;
    begin
      update operations o set
        status = 'cancelled', cancel_reason = 'merchant', method = asked.method, currency = asked.currency,
        expected_amount = asked.expected_amount, client_id = asked.client_id, client_ip = asked.client_ip,
        body_digest = asked.body_digest, fx_rate = asked.fx_rate,
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

    -- A provider takes back what it had said to be paid. Booked money stays; an operator has to hear of it, once for each
    -- such word. Answers nothing when it is no news.
    create function note_contradiction(p_shop uuid, p_attempt uuid, p_total numeric, p_entry uuid)
    returns table (operation_id uuid, provider_id text, paid text) language plpgsql as $$
    #variable_conflict use_column
    declare
      noted attempts;
      standing numeric;
    begin
      select * into noted from attempts a where a.shop_id = p_shop and a.attempt_id = p_attempt for no key update;
      standing := noted.paid_amount - noted.returned_amount;
      if not found or standing <= p_total or exists (
        select from audit_log l
        where l.shop_id = p_shop and l.subject = noted.operation_id::text and l.action = 'provider.contradicted'
          and l.after ->> 'attempt_id' = p_attempt::text and l.before ->> 'paid_amount' = standing::text
          and l.after ->> 'paid_amount' = p_total::text
      ) then return; end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, 'system', 'provider.contradicted', noted.operation_id::text,
        jsonb_build_object('state', noted.reported_state, 'paid_amount', standing::text),
        jsonb_build_object('attempt_id', p_attempt, 'provider_id', noted.provider_id, 'state', 'failed',
          'paid_amount', p_total::text));
      return query select noted.operation_id, noted.provider_id, standing::text;
    end $$;

    create index audit_log_contradictions on audit_log (created_at) where action = 'provider.contradicted';
  `);
