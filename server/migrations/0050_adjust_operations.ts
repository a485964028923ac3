import type { Knex } from 'knex';

const adjustments = `
    -- What its shop got or was charged for an operation after its end. The ledger is the record: an adjustment is the
    -- transaction by which money in suspense was credited. A set, so that it is planned with the statement that reads it.
    create function adjustments_of(p_shop uuid, p_operation uuid) returns table (
      created_at timestamptz, adjustment_id uuid, adjustment jsonb
    ) language sql stable as $$
      select t.created_at, t.transaction_id, jsonb_build_object(
        'adjustment_id', t.transaction_id,
        'kind', case when sum(p.amount) filter (where p.account = 'suspense') < 0 then 'credit' else 'charge' end,
        'amount', abs(coalesce(sum(p.amount) filter (where p.account = 'suspense'), 0))::text,
        'settlement_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'available'), 0))::text,
        'commission_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'commission'), 0))::text,
        'created_at', t.created_at
      )
      from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
      where t.shop_id = p_shop and t.operation_id = p_operation and t.kind = 'suspense_credited'
      group by t.transaction_id, t.created_at
    $$;
    create index ledger_transactions_credits on ledger_transactions (shop_id, operation_id)
    where kind = 'suspense_credited';`;

const telling = `
    -- Adjustments come after the end alone, so no other event looks for them.
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
          'finished_at', p_operation.finished_at,
          'adjustments', case when p_type = 'operation.adjusted' then (
            select jsonb_agg(made.adjustment order by made.created_at, made.adjustment_id)
            from adjustments_of(p_operation.shop_id, p_operation.operation_id) made) end
        ))
      )
    $$;`;

const settling = `
    -- 'done', or why nothing was: what the operator saw has changed, was settled by this name already, or is under way. What
    -- the shop gets or is charged is an adjustment of the operation, and told.
    drop function settle_suspense(
      uuid, uuid, text, numeric, numeric, numeric, uuid, text[], text[], numeric[], uuid, text, text, text
    );
    create function settle_suspense(
      p_shop uuid, p_attempt uuid, p_kind text, p_amount numeric, p_open numeric, p_credited numeric, p_transaction uuid,
      p_accounts text[], p_currencies text[], p_amounts numeric[], p_entry uuid, p_actor text, p_reason text,
      p_reference text, p_event uuid
    ) returns text language plpgsql as $$
    declare
      item attempts;
      concerned operations;
    begin
      select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = p_attempt;
      select * into concerned from operations
      where shop_id = p_shop and operation_id = item.operation_id for update;
      select * into item from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if exists (select from ledger_transactions where shop_id = p_shop and transaction_id = p_transaction) then
        return 'repeated';
      end if;
      if item.suspense_amount - item.suspense_settled is distinct from p_open
        or sign(p_amount) <> sign(p_open) or abs(p_amount) > abs(p_open)
      then return 'changed'; end if;
      if p_kind = 'suspense_credited' then
        if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then
          return 'under_way';
        end if;
        if suspense_credited(concerned) <> p_credited then return 'changed'; end if;
      end if;
      update attempts set suspense_settled = suspense_settled + p_amount, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, p_kind, item.operation_id, p_accounts, p_currencies, p_amounts);
      -- A refused create is no operation to its merchant.
      if p_kind = 'suspense_credited' and concerned.status in ('completed', 'cancelled') then
        update operations set event_sequence = event_sequence + 1, updated_at = now()
        where shop_id = p_shop and operation_id = item.operation_id
        returning * into concerned;
        perform outbox_record(p_event, concerned, 'operation.adjusted');
      end if;
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, replace(p_kind, 'suspense_', 'suspense.'), item.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'open', p_open::text, 'currency', concerned.currency),
        jsonb_strip_nulls(jsonb_build_object('attempt_id', p_attempt, 'open', (p_open - p_amount)::text,
          'amount', p_amount::text, 'currency', concerned.currency, 'transaction_id', p_transaction,
          'reason', p_reason, 'reference', p_reference)));
      return 'done';
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const part of [adjustments, telling, settling]) await database.raw(part);
};
