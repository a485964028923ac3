import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(`
    -- Every step of a payment locks its operation before its attempts: steps that meet neither deadlock nor decide on
    -- what the other has just changed.

    -- How a provider answered an attempt; the caller holds the operation.
    create function end_attempt(p_shop uuid, p_attempt uuid, p_state text, p_reason text) returns void
    language sql as $$
      update attempts set state = p_state, decline_reason = p_reason, updated_at = now(),
        check_at = case when p_state = 'unknown' then now() end
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending'
    $$;

    -- How the last attempt ended, and that the next one begins. False when the create was decided meanwhile.
    create function record_next_attempt(
      p_shop uuid, p_operation uuid, p_ended uuid, p_state text, p_reason text, p_next uuid, p_provider text,
      p_position integer
    ) returns boolean language plpgsql as $$
    declare
      is_undecided boolean;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      is_undecided := found;
      perform end_attempt(p_shop, p_ended, p_state, p_reason);
      if is_undecided then
        insert into attempts (shop_id, attempt_id, operation_id, provider_id, position)
        values (p_shop, p_next, p_operation, p_provider, p_position);
      end if;
      return is_undecided;
    end $$;

    -- No provider is left: refused, and the identifier is free once no attempt can become an order any more. False when
    -- the create was decided meanwhile.
    create function reject_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_state text, p_reason text, p_code text
    ) returns boolean language plpgsql as $$
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      perform end_attempt(p_shop, p_attempt, p_state, p_reason);
      update operations set rejection_code = p_code, leased_until = null, updated_at = now(),
        status = case when exists (
          select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
            and state in ('sending', 'unknown')) then 'rejecting' else 'rejected' end
      where shop_id = p_shop and operation_id = p_operation and status = 'creating';
      return found;
    end $$;

    -- Its process died and no provider is known to have accepted. Without a rejection code: nobody was told so.
    create function give_up_payment(p_shop uuid, p_operation uuid) returns void language plpgsql as $$
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'creating' for update;
      if not found then return; end if;
      update attempts set state = 'unknown', check_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and state = 'sending';
      update operations set leased_until = null, updated_at = now(),
        status = case when exists (
          select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
            and state = 'unknown') then 'rejecting' else 'rejected' end
      where shop_id = p_shop and operation_id = p_operation;
    end $$;

    -- A provider accepted: holds only while the create is still undecided (null: it was not any more). Answers whether
    -- facts came before and wait for their effect.
    create function accept_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_status text, p_number bytea, p_holder_name text,
      p_bankname text, p_bankname_details text, p_lifetime_seconds integer, p_event uuid
    ) returns boolean language plpgsql as $$
    declare
      accepted operations;
      is_pending boolean;
    begin
      update operations set
        status = p_status, attempt_id = p_attempt, number_encrypted = p_number, holder_name = p_holder_name,
        bankname = p_bankname, bankname_details = p_bankname_details, leased_until = null,
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
    end $$;

    -- The money is final: status, figures, postings, evidence and event in one step, or nothing when it is over.
    create function settle_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_actual numeric, p_recorded numeric, p_settlement numeric,
      p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
      p_event uuid, p_receipts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamptz[], p_synthetic boolean
    ) returns boolean language plpgsql as $$
    declare
      settled operations;
    begin
      update operations set
        status = 'completed', actual_amount = p_actual, recorded_amount = p_recorded, manual_check_reason = null,
        settlement_amount = p_settlement, commission_amount = p_commission,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into settled;
      if not found then return false; end if;
      update attempts set reported_state = 'paid', booked_amount = p_actual,
        paid_amount = greatest(paid_amount, p_actual), is_fact_pending = (paid_amount > p_actual), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, 'payment_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
      select p_shop, p_operation, receipt, p_attempt, amount, coalesce(completed_at, now()), p_synthetic
      from unnest(p_receipts, p_receipt_amounts, p_receipt_times) as items (receipt, amount, completed_at);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $$;

    -- The payment is over and nothing moved.
    create function end_payment(p_shop uuid, p_operation uuid, p_attempt uuid, p_reason text, p_event uuid)
    returns boolean language plpgsql as $$
    declare
      ended operations;
    begin
      update operations set
        status = 'cancelled', cancel_reason = p_reason, manual_check_reason = null, settlement_amount = 0,
        commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into ended;
      if not found then return false; end if;
      -- Money that was noted while the caller looked is not forgotten: it goes to suspense.
      update attempts set reported_state = 'failed', is_fact_pending = (paid_amount > 0), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $$;

    -- A fact that came before the provider's own answer waits on its attempt until the create is decided.
    create function note_early_fact(
      p_shop uuid, p_attempt uuid, p_state text, p_total numeric, p_evidence jsonb
    ) returns boolean language plpgsql as $$
    begin
      update attempts set
        reported_state = case when greatest(paid_amount, p_total) > 0 then 'paid' else p_state end,
        evidence = case when p_total > paid_amount then p_evidence else evidence end,
        paid_amount = greatest(paid_amount, p_total), is_fact_pending = true, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'sending';
      return found;
    end $$;

    -- Money of an order that is still open: no effect yet, but its last word may be told without it. False when the
    -- attempt or its operation was decided meanwhile.
    create function note_open_total(p_shop uuid, p_attempt uuid, p_total numeric) returns boolean language plpgsql as $$
    begin
      perform from operations join attempts using (shop_id, operation_id)
      where shop_id = p_shop and attempts.attempt_id = p_attempt
        and operations.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check')
      for share of operations;
      if not found then return false; end if;
      update attempts set
        -- Before the acceptance it may still become nobody's money; what waits for its effect goes on waiting.
        is_fact_pending = state = 'sending' or is_fact_pending and reported_state is not null,
        paid_amount = greatest(paid_amount, p_total), updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state in ('sending', 'accepted');
      return found;
    end $$;

    -- Money that its operation can no longer count goes to the shop's suspense account, the difference only.
    create function post_surplus(p_shop uuid, p_attempt uuid, p_total numeric, p_transaction uuid, p_entry uuid)
    returns numeric language plpgsql as $$
    declare
      paying attempts;
      in_currency text;
      surplus numeric;
    begin
      select * into paying from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if not found then return 0; end if;
      surplus := greatest(p_total, paying.paid_amount) - paying.booked_amount - paying.suspense_amount;
      if surplus <= 0 then
        update attempts set is_fact_pending = false
        where shop_id = p_shop and attempt_id = p_attempt;
        return 0;
      end if;
      update attempts set is_fact_pending = false, paid_amount = greatest(paid_amount, p_total), reported_state = 'paid',
        suspense_amount = suspense_amount + surplus, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      select currency into in_currency from operations
      where shop_id = p_shop and operation_id = paying.operation_id;
      perform ledger_post(p_shop, p_transaction, 'surplus', paying.operation_id,
        array['clearing:' || paying.provider_id, 'suspense'], array[in_currency, in_currency],
        array[-surplus, surplus]);
      insert into audit_log (entry_id, shop_id, actor, action, subject, after)
      values (p_entry, p_shop, 'system', 'suspense.posted', paying.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'amount', surplus::text, 'currency', in_currency));
      return surplus;
    end $$;

    -- The provider holds no order for the attempt: the last one frees the identifier of a refused create.
    create function void_attempt(p_shop uuid, p_operation uuid, p_attempt uuid) returns void language plpgsql as $$
    begin
      -- Two attempts of one create may be voided at once; the lock lets the later one see the earlier.
      perform from operations where shop_id = p_shop and operation_id = p_operation for update;
      update attempts set state = 'voided', check_at = null, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt and state = 'unknown';
      update operations set status = 'rejected', updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and status = 'rejecting' and not exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = p_operation
          and state in ('sending', 'unknown'));
    end $$;
  `);
