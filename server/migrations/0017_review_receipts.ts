import type { Knex } from 'knex';

const files = `
    alter table operations
      -- The file under review; in manual_check the one that an operator looks at, and afterwards the one that decided.
      add column receipt_file_id uuid,
      -- Its lifetime is over and its provider is being asked: no file is taken any more.
      add column is_expiring boolean not null default false,
      -- Completed, but what proves its transfers is still to be had from a provider.
      add column is_evidence_pending boolean not null default false,
      add constraint operations_reviewed_check check (status <> 'manual_check' or receipt_file_id is not null);

    -- Uploaded files. The row is there before the content and goes after it: no content is without a row.
    create table receipt_files (
      shop_id uuid not null,
      file_id uuid not null,
      operation_id uuid not null,
      -- Of the content, SHA-256.
      digest bytea not null check (length(digest) = 32),
      size_bytes integer not null check (size_bytes >= 0),
      storage text not null check (storage in ('postgres', 's3')),
      state text not null default 'storing' check (state in ('storing', 'recorded', 'removing')),
      -- What our own look at the file found.
      findings jsonb,
      -- When the provider is given it next, and how often it was.
      submit_at timestamptz(3),
      submissions integer not null default 0,
      uploaded_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (shop_id, file_id),
      check (state = 'recorded' or submit_at is null),
      check (state <> 'recorded' or findings is not null)
    );
    create index operations_to_review on operations (shop_id, operation_id) where manual_check_reason is not null;

    create unique index receipt_files_by_content on receipt_files (shop_id, operation_id, digest)
      where state = 'recorded';
    create index receipt_files_by_operation on receipt_files (shop_id, operation_id);
    create index receipt_files_to_submit on receipt_files (submit_at) where submit_at is not null;
    create index receipt_files_to_remove on receipt_files (updated_at) where state <> 'recorded';

    -- The first operation, of any shop, that a file was used for.
    create table receipt_digests (
      digest bytea primary key,
      shop_id uuid not null,
      operation_id uuid not null
    );

    -- Whether a file may be uploaded for the payment now: 'begun', and its row is there; 'same_file': it was before;
    -- 'wrong_state'; 'not_found'; 'too_many': several of this payment are on their way already.
    create function begin_receipt(
      p_shop uuid, p_api text, p_operation uuid, p_file uuid, p_digest bytea, p_size integer, p_storage text
    ) returns text language plpgsql as $$
    declare
      payment operations;
    begin
      select * into payment from operations
      where shop_id = p_shop and operation_id = p_operation and api = p_api;
      if not found or payment.status in ('tombstone', 'creating', 'rejecting', 'rejected') then
        return 'not_found';
      end if;
      if exists (select from receipt_files
        where shop_id = p_shop and operation_id = p_operation and digest = p_digest and state = 'recorded')
      then
        return 'same_file';
      end if;
      if payment.type <> 'payment' or payment.status <> 'awaiting_confirmation' or payment.receipt_file_id is not null
        or payment.is_expiring or payment.expires_at <= now()
      then
        return 'wrong_state';
      end if;
      -- Those that a dead process left behind do not count for long.
      if (select count(*) from receipt_files
        where shop_id = p_shop and operation_id = p_operation and state = 'storing'
          and uploaded_at > now() - interval '1 minute') >= 5
      then
        return 'too_many';
      end if;
      insert into receipt_files (shop_id, file_id, operation_id, digest, size_bytes, storage)
      values (p_shop, p_file, p_operation, p_digest, p_size, p_storage);
      return 'begun';
    end $$;

    -- The payment cannot be completed by review alone: an operator decides. The caller holds it.
    create function doubt_payment(p_shop uuid, p_operation uuid, p_reason text, p_event uuid) returns void
    language plpgsql as $$
    declare
      doubted operations;
    begin
      update operations set status = 'manual_check', manual_check_reason = p_reason,
        event_sequence = event_sequence + 1, updated_at = now()
      where shop_id = p_shop and operation_id = p_operation
      returning * into doubted;
      perform outbox_record(p_event, doubted, 'operation.manual_check');
    end $$;

    -- The content is stored: the file is under review, or in an operator's hands at once. Answers 'recorded',
    -- 'same_file' or 'wrong_state'; the content of a file that is not recorded has to go.
    create function record_receipt(
      p_shop uuid, p_operation uuid, p_file uuid, p_findings jsonb, p_doubt text, p_is_comparable boolean, p_event uuid
    ) returns text language plpgsql as $$
    declare
      payment operations;
      stored receipt_files;
      is_used_elsewhere boolean;
      doubt text;
    begin
      select * into payment from operations where shop_id = p_shop and operation_id = p_operation for update;
      select * into stored from receipt_files where shop_id = p_shop and file_id = p_file for update;
      if exists (select from receipt_files f
        where f.shop_id = p_shop and f.operation_id = p_operation and f.digest = stored.digest and f.state = 'recorded')
      then
        return 'same_file';
      end if;
      -- A file that waited for too long is being removed.
      if stored.state is distinct from 'storing' or payment.status <> 'awaiting_confirmation'
        or payment.receipt_file_id is not null or payment.is_expiring
      then
        return 'wrong_state';
      end if;
      insert into receipt_digests (digest, shop_id, operation_id) values (stored.digest, p_shop, p_operation)
      on conflict (digest) do nothing;
      select operation_id <> p_operation into strict is_used_elsewhere from receipt_digests where digest = stored.digest;
      doubt := coalesce(p_doubt, case when is_used_elsewhere and p_is_comparable then 'potential_fake' end);
      update receipt_files set state = 'recorded', submit_at = case when doubt is null then now() end,
        findings = p_findings || jsonb_build_object('isUsedElsewhere', is_used_elsewhere), updated_at = now()
      where shop_id = p_shop and file_id = p_file;
      update operations set receipt_file_id = p_file, updated_at = now()
      where shop_id = p_shop and operation_id = p_operation;
      if doubt is not null then
        perform doubt_payment(p_shop, p_operation, doubt, p_event);
      end if;
      return 'recorded';
    end $$;`;

const review = `
    -- The payment whose file this is, if the file is the one under review; it is held afterwards.
    create function hold_reviewed(p_shop uuid, p_file uuid) returns operations language plpgsql as $$
    declare
      payment operations;
    begin
      select o.* into payment from operations o
      where o.shop_id = p_shop
        and o.operation_id = (select f.operation_id from receipt_files f where f.shop_id = p_shop and f.file_id = p_file)
      for update;
      if payment.receipt_file_id is distinct from p_file then return null; end if;
      return payment;
    end $$;

    -- The provider cannot say that the receipt is good. False when it is not under review any more.
    create function doubt_receipt(p_shop uuid, p_attempt uuid, p_file uuid, p_reason text, p_event uuid) returns boolean
    language plpgsql as $$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
    begin
      if payment.status is distinct from 'awaiting_confirmation' or payment.attempt_id is distinct from p_attempt then
        return false;
      end if;
      perform doubt_payment(p_shop, payment.operation_id, p_reason, p_event);
      return true;
    end $$;

    -- The receipt proves no payment: the payment is over, and its order is voided. By the provider while it reviews, by an
    -- operator (who is named) in manual_check. False when neither is so any more.
    create function reject_receipt(p_shop uuid, p_attempt uuid, p_file uuid, p_actor text, p_note text, p_entry uuid,
      p_event uuid) returns boolean language plpgsql as $$
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
        settlement_amount = 0, commission_amount = 0, event_sequence = event_sequence + 1, finished_at = now(),
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

    -- An operator wants another receipt: the payer has the whole lifetime of the payment again.
    create function ask_for_receipt_again(p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_event uuid)
    returns boolean language plpgsql as $$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      asked operations;
    begin
      if payment.status is distinct from 'manual_check' then return false; end if;
      update operations o set status = 'awaiting_confirmation', manual_check_reason = null, receipt_file_id = null,
        is_expiring = false, event_sequence = event_sequence + 1, updated_at = now(),
        expires_at = now() + make_interval(secs => coalesce((
          select r.lifetime_seconds from routes r
          where r.shop_id = p_shop and r.direction = 'payment' and r.method = o.method and r.provider_id = (
            select a.provider_id from attempts a where a.shop_id = p_shop and a.attempt_id = o.attempt_id)
        ), 1800))
      where o.shop_id = p_shop and o.operation_id = payment.operation_id
      returning * into asked;
      perform outbox_record(p_event, asked, 'operation.awaiting_confirmation');
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'receipt.asked_again', payment.operation_id::text,
        jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
        jsonb_build_object('status', asked.status, 'file_id', p_file, 'note', p_note));
      return true;
    end $$;

    -- An operator takes the receipt for good, with the amount that the settlement says. Answers 'approved', 'decided' when
    -- it does not wait for a decision any more, 'less_than_noted' when its provider reported more.
    create function approve_receipt(p_shop uuid, p_file uuid, p_actor text, p_note text, p_entry uuid, p_settlement jsonb)
    returns text language plpgsql as $$
    declare
      payment operations := hold_reviewed(p_shop, p_file);
      actual numeric := (p_settlement ->> 'actual')::numeric;
    begin
      if payment.status is distinct from 'manual_check' then return 'decided'; end if;
      if exists (select from attempts where shop_id = p_shop and attempt_id = payment.attempt_id and paid_amount > actual)
      then
        return 'less_than_noted';
      end if;
      perform settle_payments(jsonb_build_array(p_settlement));
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, 'receipt.approved', payment.operation_id::text,
        jsonb_build_object('status', payment.status, 'reason', payment.manual_check_reason),
        jsonb_build_object('status', 'completed', 'file_id', p_file, 'actual_amount', actual::text, 'note', p_note));
      return 'approved';
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [files, review]) await database.raw(step);
};
