import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    create table receipts (
      shop_id uuid not null,
      operation_id uuid not null,
      receipt_id uuid not null,
      attempt_id uuid not null,
      amount numeric(20, 2) not null check (amount > 0),
      completed_at timestamptz(3) not null,
      -- Made from the leg's total because the provider's own items were missing or did not add up to it.
      is_synthetic boolean not null,
      -- The uploaded file, or the provider's own document, that shows this transfer.
      file_id uuid,
      document_id text,
      primary key (shop_id, operation_id, receipt_id),
      constraint receipts_shown_check check (num_nonnulls(file_id, document_id) <= 1),
      constraint receipts_synthetic_check check (not is_synthetic or num_nonnulls(file_id, document_id) = 0)
    );
    revoke update, truncate on receipts from current_user;

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

    -- Receipts that are kept in the database: each under a key of its own, which the key ring has sealed.
    create table receipt_contents (
      shop_id uuid not null,
      file_id uuid not null,
      key_encrypted bytea not null,
      content bytea not null,
      primary key (shop_id, file_id),
      foreign key (shop_id, file_id) references receipt_files (shop_id, file_id)
    );
    -- What is encrypted cannot be compressed.
    alter table receipt_contents alter column content set storage external;

    -- The payments that have a page of ours. Finds the shop of an address, which names the operation alone.
    create table hosted_pages (
      operation_id uuid primary key,
      shop_id uuid not null,
      opened_at timestamptz(3) not null default now()
    );
  `);
