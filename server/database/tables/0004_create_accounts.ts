import type { Knex } from 'knex';

export const up = (database: Knex): Promise<unknown> =>
  database.raw(/* sql */ `
    -- Balances that a command must check; every other balance is the sum of its postings.
    create table ledger_accounts (
      shop_id uuid not null,
      account text not null check (account in ('available', 'reserved')),
      currency text not null,
      balance numeric(24, 6) not null,
      primary key (shop_id, account, currency),
      constraint ledger_accounts_not_negative check (balance >= 0)
    ) with (fillfactor = 50);

    create table ledger_transactions (
      shop_id uuid not null,
      transaction_id uuid not null,
      kind text not null,
      operation_id uuid,
      created_at timestamptz(3) not null default now(),
      primary key (shop_id, transaction_id)
    );
    create index ledger_transactions_by_operation on ledger_transactions (shop_id, operation_id)
      where operation_id is not null;
    -- An operation settles once.
    create unique index ledger_transactions_one_settlement on ledger_transactions (shop_id, operation_id)
      where kind in ('payment_settled', 'payout_settled');
    -- The adjustments of an operation.
    create index ledger_transactions_credits on ledger_transactions (shop_id, operation_id)
      where kind = 'suspense_credited';

    create table ledger_postings (
      shop_id uuid not null,
      transaction_id uuid not null,
      line smallint not null,
      account text not null,
      currency text not null,
      amount numeric(24, 6) not null check (amount <> 0),
      primary key (shop_id, transaction_id, line)
    );
    revoke update, delete, truncate on ledger_transactions, ledger_postings from current_user;
  `);
