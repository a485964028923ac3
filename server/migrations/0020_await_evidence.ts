import type { Knex } from 'knex';

const evidence = `
    alter table receipts
      -- The uploaded file, or the provider's own document, that shows this transfer.
      add column file_id uuid,
      add column document_id text,
      add constraint receipts_shown_check check (num_nonnulls(file_id, document_id) <= 1),
      add constraint receipts_synthetic_check check (not is_synthetic or num_nonnulls(file_id, document_id) = 0);

    alter table attempts
      -- When the provider is asked next for the evidence of what it paid, and how often it was.
      add column evidence_due_at timestamptz(3),
      add column evidence_checks integer not null default 0;
    create index attempts_evidence_due on attempts (evidence_due_at) where evidence_due_at is not null;

    -- What could not be had when the operation was completed. False when it is not waited for.
    create function record_evidence(
      p_shop uuid, p_attempt uuid, p_receipts uuid[], p_amounts numeric[], p_times timestamptz[], p_documents text[],
      p_synthetic boolean
    ) returns boolean language plpgsql as $$
    declare
      paid attempts;
      shown_by uuid;
    begin
      select * into paid from attempts where shop_id = p_shop and attempt_id = p_attempt;
      select receipt_file_id into shown_by from operations
      where shop_id = p_shop and operation_id = paid.operation_id for update;
      update attempts set evidence_due_at = null
      where shop_id = p_shop and attempt_id = p_attempt and evidence_due_at is not null;
      if not found then return false; end if;
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
        file_id)
      select p_shop, paid.operation_id, receipt, p_attempt, amount, completed_at, p_synthetic, document,
        case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then shown_by end
      from unnest(p_receipts, p_amounts, p_times, p_documents) as items (receipt, amount, completed_at, document);
      update operations set is_evidence_pending = exists (
        select from attempts where shop_id = p_shop and attempts.operation_id = paid.operation_id
          and evidence_due_at is not null)
      where shop_id = p_shop and operation_id = paid.operation_id;
      return true;
    end $$;`;

const settlements = `
    drop function settle_payment(uuid, uuid, uuid, numeric, numeric, numeric, numeric, uuid, text[], text[], numeric[],
      uuid, uuid[], numeric[], timestamptz[], boolean);
    -- The money is final: status, figures, postings, evidence and event in one step, or nothing when it is over. No
    -- receipts: the provider will have them later.
    create function settle_payment(
      p_shop uuid, p_operation uuid, p_attempt uuid, p_actual numeric, p_recorded numeric, p_settlement numeric,
      p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
      p_event uuid, p_receipts uuid[], p_receipt_amounts numeric[], p_receipt_times timestamptz[],
      p_receipt_documents text[], p_synthetic boolean
    ) returns boolean language plpgsql as $$
    declare
      settled operations;
    begin
      update operations set
        status = 'completed', actual_amount = p_actual, recorded_amount = p_recorded, manual_check_reason = null,
        settlement_amount = p_settlement, commission_amount = p_commission,
        is_evidence_pending = (cardinality(p_receipts) = 0),
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation and attempt_id = p_attempt
        and status in ('pending', 'awaiting_confirmation', 'manual_check')
      returning * into settled;
      if not found then return false; end if;
      update attempts set reported_state = 'paid', booked_amount = p_actual,
        paid_amount = greatest(paid_amount, p_actual), is_fact_pending = (paid_amount > p_actual),
        evidence_due_at = case when cardinality(p_receipts) = 0 then now() end, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, 'payment_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id,
        file_id)
      select p_shop, p_operation, receipt, p_attempt, amount, coalesce(completed_at, now()), p_synthetic, document,
        case when not p_synthetic and document is null and cardinality(p_receipts) = 1 then settled.receipt_file_id end
      from unnest(p_receipts, p_receipt_amounts, p_receipt_times, p_receipt_documents)
        as items (receipt, amount, completed_at, document);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $$;

    -- Several settlements in one commit; answers the places of those that held. All operations are locked first and all
    -- balances after that, each in one order: two groups that share some wait for each other in a line, never in a circle.
    create or replace function settle_payments(p_settlements jsonb) returns setof integer language plpgsql as $$
    declare
      asked record;
    begin
      for asked in
        select * from jsonb_to_recordset(p_settlements) as held (shop_id uuid, operation_id uuid)
        order by shop_id, operation_id
      loop
        perform from operations where shop_id = asked.shop_id and operation_id = asked.operation_id for update;
      end loop;
      for asked in
        select * from jsonb_to_recordset(p_settlements) as settlement (place integer, shop_id uuid, operation_id uuid,
          attempt_id uuid, actual numeric, recorded numeric, settled numeric, commission numeric, settlement_currency text,
          transaction_id uuid, accounts text[], currencies text[], amounts numeric[], event_id uuid, receipts uuid[],
          receipt_amounts numeric[], receipt_times timestamptz[], receipt_documents text[], is_synthetic boolean)
        order by shop_id, settlement_currency, operation_id, place
      loop
        if settle_payment(asked.shop_id, asked.operation_id, asked.attempt_id, asked.actual, asked.recorded,
          asked.settled, asked.commission, asked.transaction_id, asked.accounts, asked.currencies, asked.amounts,
          asked.event_id, asked.receipts, asked.receipt_amounts, asked.receipt_times, asked.receipt_documents,
          asked.is_synthetic)
        then
          return next asked.place;
        end if;
      end loop;
    end $$;

    drop function settle_payout(uuid, uuid, uuid[], numeric[], numeric, numeric, numeric, uuid, text[], text[], numeric[],
      uuid, uuid[], uuid[], numeric[], timestamptz[], boolean[]);
    -- As before; the evidence of legs without receipts is still to be had.
    create function settle_payout(
      p_shop uuid, p_operation uuid, p_attempts uuid[], p_booked numeric[], p_recorded numeric, p_settlement numeric,
      p_commission numeric, p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
      p_event uuid, p_receipts uuid[], p_receipt_attempts uuid[], p_receipt_amounts numeric[],
      p_receipt_times timestamptz[], p_receipt_documents text[], p_receipt_synthetic boolean[]
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
        evidence_due_at = case when attempt_id = any(p_attempts) and attempt_id <> all(p_receipt_attempts) then now() end,
        updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      update operations set
        status = 'completed', actual_amount = (select sum(booked) from unnest(p_booked) as booked),
        recorded_amount = p_recorded, settlement_amount = p_settlement, commission_amount = p_commission,
        is_evidence_pending = not p_attempts <@ p_receipt_attempts,
        event_sequence = event_sequence + 1, finished_at = now(), updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into settled;
      perform ledger_post(p_shop, p_transaction, 'payout_settled', p_operation, p_accounts, p_currencies, p_amounts);
      insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic, document_id)
      select p_shop, p_operation, receipt, attempt, amount, coalesce(completed_at, now()), synthetic, document
      from unnest(p_receipts, p_receipt_attempts, p_receipt_amounts, p_receipt_times, p_receipt_documents,
          p_receipt_synthetic)
        as items (receipt, attempt, amount, completed_at, document, synthetic);
      perform outbox_record(p_event, settled, 'operation.completed');
      return true;
    end $$;`;

const sandbox = `
    alter table sandbox_orders
      -- What a receipt is found to be; null where none is required.
      add column receipt_verdict text check (receipt_verdict in ('accepted', 'suspicious', 'not_terminal')),
      -- The file that is being looked at.
      add column receipt_file_id uuid,
      -- How long its evidence cannot be had after it was paid.
      add column evidence_after_ms integer,
      drop constraint sandbox_orders_due_state_check,
      -- A receipt that is not good leaves the order as it was.
      add constraint sandbox_orders_due_state_check check (due_state in ('paid', 'failed', 'accepted'));`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [evidence, settlements, sandbox]) await database.raw(step);
};
