import type { Knex } from 'knex';

const legs = `
    -- Providers took these legs on. One by one by key and in the order of ids, so that no plan walks and no two steps
    -- wait for each other in a circle. One may have been decided meanwhile.
    create function note_legs_accepted(p_shops uuid[], p_attempts uuid[], p_claims integer[], p_poll interval)
    returns void language plpgsql as $$
    declare
      answered record;
    begin
      for answered in
        select * from unnest(p_shops, p_attempts, p_claims) as legs (shop, attempt, claim) order by attempt
      loop
        update attempts set state = 'accepted', checks = 0, check_at = now() + p_poll, updated_at = now()
        where shop_id = answered.shop and attempt_id = answered.attempt and claim = answered.claim
          and state in ('sending', 'unknown');
      end loop;
    end $$;

    -- The provider that was asked for a leg declined it; the next one, where there is one, is asked for it. False when
    -- the leg was decided meanwhile, or is in other hands.
    create function decline_leg(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_claim integer, p_reason text, p_next uuid, p_provider text
    ) returns boolean language plpgsql as $$
    declare
      declined attempts;
      is_open boolean;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      is_open := found;
      update attempts set state = 'declined', decline_reason = p_reason, check_at = null, updated_at = now(),
        is_fact_pending = (p_next is null)
      where shop_id = p_shop and attempt_id = p_attempt and claim = p_claim and state in ('sending', 'unknown')
      returning * into declined;
      if not found then return false; end if;
      if is_open and p_next is not null then
        insert into attempts
          (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, state, check_at)
        values (p_shop, p_next, p_operation, p_provider, declined.position + 1, 'payout', declined.leg, declined.amount,
          'queued', now());
      end if;
      return true;
    end $$;

    -- Whether every leg of a payout is decided; the caller holds the operation.
    create function are_legs_definite(p_shop uuid, p_operation uuid) returns boolean language sql as $$
      select coalesce(not bool_or(check_at is not null), true) from attempts
      where shop_id = p_shop and operation_id = p_operation
    $$;

    -- What a provider, or an operator in its place, says about a leg: totals, which only grow. Answers what is to be done
    -- now: 'nothing', 'settle' (it was the last open leg), 'suspense' (money that the payout cannot count), or
    -- 'unknown_attempt'.
    create function note_leg_fact(
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
      return 'nothing';
    end $$;`;

const resolution = `
    -- An operator decides about a leg whose provider does not say. Answers as note_leg_fact does, or 'decided',
    -- 'sending' while a process has it in hand, or 'less_than_noted' where its provider has told of more.
    create function resolve_leg(p_shop uuid, p_attempt uuid, p_actor text, p_paid numeric, p_entry uuid) returns text
    language plpgsql as $$
    declare
      open_leg attempts;
    begin
      select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
      if not found then return 'unknown_attempt'; end if;
      perform from operations where shop_id = p_shop and operation_id = open_leg.operation_id for update;
      select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if open_leg.check_at is null then return 'decided'; end if;
      if open_leg.state = 'sending' and open_leg.check_at > now() then return 'sending'; end if;
      if p_paid < open_leg.paid_amount - open_leg.returned_amount then return 'less_than_noted'; end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'payout.resolved', open_leg.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'state', open_leg.state),
        jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'paid_amount', p_paid::text));
      update attempts set resolved_by = p_actor,
        state = case when p_paid = 0 and state <> 'accepted' then 'voided' else 'accepted' end,
        reported_state = case when p_paid = 0 then 'failed' else 'paid' end, check_at = null, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      return note_leg_fact(p_shop, p_attempt, case when p_paid = 0 then 'failed' else 'paid' end, p_paid, 0, null);
    end $$;`;

const settlement = `
    -- Every leg is decided and some of the money arrived: what was paid is captured, the rest released. False when the
    -- payout ended meanwhile, or its legs are not as the caller saw them.
    create function settle_payout(
      p_shop uuid, p_operation uuid, p_attempts uuid[], p_booked numeric[], p_recorded numeric, p_settlement numeric,
      p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
      p_event uuid, p_receipts uuid[], p_receipt_attempts uuid[], p_receipt_amounts numeric[],
      p_receipt_times timestamptz[], p_receipt_synthetic boolean[]
    ) returns boolean language plpgsql as $$
    declare
      settled operations;
    begin
      perform from operations where shop_id = p_shop and operation_id = p_operation and status = 'pending' for update;
      if not found or not are_legs_definite(p_shop, p_operation) then return false; end if;
      if exists (
        select from (select * from attempts where shop_id = p_shop and operation_id = p_operation) as own
          full join unnest(p_attempts, p_booked) as seen (attempt_id, booked) using (attempt_id)
        where coalesce(booked, 0)
          <> case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end
      ) then return false; end if;
      update attempts set
        booked_amount = case state when 'accepted' then least(paid_amount - returned_amount, amount) else 0 end,
        is_fact_pending = (state = 'accepted' and paid_amount - returned_amount > amount
          or state <> 'accepted' and paid_amount - returned_amount <> suspense_amount),
        updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      update operations set
        status = 'completed', actual_amount = (select sum(booked) from unnest(p_booked) as booked),
        recorded_amount = p_recorded, settlement_amount = p_settlement, commission_amount = p_commission,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into settled;
      perform ledger_post(p_shop, p_transaction, 'payout_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
      select p_shop, p_operation, receipt, attempt, amount, coalesce(completed_at, now()), synthetic
      from unnest(p_receipts, p_receipt_attempts, p_receipt_amounts, p_receipt_times, p_receipt_synthetic)
        as items (receipt, attempt, amount, completed_at, synthetic);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $$;

    -- Every leg is decided and none of the money arrived: all of the reserve is released.
    create function end_payout(p_shop uuid, p_operation uuid, p_reason text, p_transaction uuid, p_event uuid)
    returns boolean language plpgsql as $$
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
        status = 'cancelled', cancel_reason = p_reason, settlement_amount = 0, commission_amount = 0,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into ended;
      perform ledger_post(p_shop, p_transaction, 'payout_released', p_operation, array['reserved', 'available'],
        array[held.settlement_currency, held.settlement_currency],
        array[-held.settlement_amount, held.settlement_amount]);
      perform outbox_record(p_event, ended, 'operation.cancelled');
      return true;
    end $$;`;

const suspense = `
    -- Money that its operation cannot count goes to the shop's suspense account, the difference only. A payout's can also
    -- have come back.
    create or replace function post_surplus(
      p_shop uuid, p_attempt uuid, p_total numeric, p_transaction uuid, p_entry uuid
    ) returns numeric language plpgsql as $$
    declare
      paying attempts;
      in_currency text;
      surplus numeric;
      held numeric;
    begin
      select * into paying from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if not found then return 0; end if;
      surplus := greatest(p_total, paying.paid_amount) - paying.returned_amount - paying.booked_amount
        - paying.suspense_amount;
      if surplus = 0 then
        update attempts set is_fact_pending = false
        where shop_id = p_shop and attempt_id = p_attempt;
        return 0;
      end if;
      update attempts set is_fact_pending = false, paid_amount = greatest(paid_amount, p_total), reported_state = 'paid',
        suspense_amount = suspense_amount + surplus, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      select currency into in_currency from operations
      where shop_id = p_shop and operation_id = paying.operation_id;
      -- What a provider paid out for us is owed to it, and somebody owes it to us.
      held := case paying.type when 'payment' then surplus else -surplus end;
      perform ledger_post(p_shop, p_transaction, 'surplus', paying.operation_id,
        array['clearing:' || paying.provider_id, 'suspense'], array[in_currency, in_currency], array[-held, held]);
      insert into audit_log (entry_id, shop_id, actor, action, subject, after)
      values (p_entry, p_shop, 'system', 'suspense.posted', paying.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'amount', surplus::text, 'currency', in_currency));
      return surplus;
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [legs, resolution, settlement, suspense]) await database.raw(step);
};
