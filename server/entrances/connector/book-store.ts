import type { components } from '#generated/connector/types';
import type { Database } from '#platform/database';
import type { AttemptId, ShopId } from '#platform/ids';

export type Direction = 'payment' | 'payout';

/** What was asked for under an attempt id, as far as it makes the order the same one when it comes again. */
export type AskedOrder = {
  readonly attemptId: AttemptId;
  readonly shopId: ShopId;
  readonly direction: Direction;
  readonly currency: string;
  /** Of all that makes it the same order. */
  readonly digest: Buffer;
};

/** Why no money will ever move for an attempt. */
export type Decline = {
  readonly reason: components['schemas']['DeclineReason'];
  readonly detail: string;
};

export type BookEntry = AskedOrder & { readonly decline: Decline | null };

type AskedRow = {
  readonly attempt_id: AttemptId;
  readonly shop_id: ShopId;
  readonly direction: Direction;
  readonly currency: string;
  readonly digest: Buffer;
  readonly reason: Decline['reason'] | null;
  readonly detail: string | null;
};

/**
 * The sandbox's own database, as a bank has one: a schema of its own, in which the sandbox's orders are a table like that of the sandbox
 * in the gateway's process. A sandbox may forget: where the form of an order has changed, it begins anew.
 */
export const prepareBook = async (database: Database): Promise<void> => {
  await database.raw(/* sql */ `
    create schema if not exists sandbox_connector;
    do $$ begin
      if exists (
        select column_name from information_schema.columns
          where table_schema = 'public' and table_name = 'sandbox_orders'
        except
        select column_name from information_schema.columns
          where table_schema = 'sandbox_connector' and table_name = 'sandbox_orders'
      ) then
        drop table if exists sandbox_connector.sandbox_orders, sandbox_connector.asked;
      end if;
    end $$;
    create table if not exists sandbox_connector.sandbox_orders (like public.sandbox_orders including all);
    create table if not exists sandbox_connector.asked (
      attempt_id uuid primary key,
      shop_id uuid not null,
      direction text not null,
      currency text not null,
      digest bytea not null,
      reason text,
      detail text,
      -- Of the callback that is due: how often it was sent in vain.
      tries integer not null default 0
    );
  `);
};

/** Where the tables of the book are looked for, before those of the gateway. */
export const bookUrl = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c search_path=sandbox_connector,public');
  return url.href;
};

const toEntry = (row: AskedRow): BookEntry => ({
  attemptId: row.attempt_id,
  shopId: row.shop_id,
  direction: row.direction,
  currency: row.currency,
  digest: row.digest,
  decline: row.reason === null ? null : { reason: row.reason, detail: row.detail ?? row.reason },
});

/** What the gateway has asked for, one row per attempt. */
export const createBookStore = (database: Database) => {
  const find = async (attemptId: string): Promise<BookEntry | null> => {
    const row = await database<AskedRow>('asked')
      .where({ attempt_id: attemptId as AttemptId })
      .first();
    return row === undefined ? null : toEntry(row);
  };
  return {
    find,
    /** Notes what is asked for, once, and answers what was asked for first. */
    note: async ({ attemptId, shopId, direction, currency, digest }: AskedOrder): Promise<BookEntry> => {
      const row = { attempt_id: attemptId, shop_id: shopId, direction, currency, digest };
      await database('asked').insert(row).onConflict('attempt_id').ignore();
      const noted = await find(attemptId);
      if (noted === null) throw new Error('What was noted is not there.');
      return noted;
    },
    decline: async (attemptId: AttemptId, { reason, detail }: Decline): Promise<void> => {
      await database('asked').where({ attempt_id: attemptId }).update({ reason, detail });
    },
    /** Of a payment's file: the last one that was submitted. */
    findFile: async (attemptId: AttemptId): Promise<string | null> => {
      const row = await database('sandbox_orders')
        .where({ attempt_id: attemptId })
        .first<{ readonly receipt_file_id: string | null } | undefined>('receipt_file_id');
      return row?.receipt_file_id ?? null;
    },
    /** A new file is looked at as if there had been none. */
    forgetFinding: async (attemptId: AttemptId): Promise<void> => {
      await database('sandbox_orders').where({ attempt_id: attemptId, state: 'accepted' }).update({ due_since: null });
    },
    /** Counts a callback that was sent in vain, and answers how often that was so by now. */
    countTry: async (attemptId: AttemptId): Promise<number> => {
      const [row] = await database('asked')
        .where({ attempt_id: attemptId })
        .increment('tries', 1)
        .returning<{ readonly tries: number }[]>('tries');
      return row?.tries ?? 1;
    },
    /** What happens to the order next begins with its first try. */
    forgetTries: async (attemptId: AttemptId): Promise<void> => {
      await database('asked').where({ attempt_id: attemptId }).update({ tries: 0 });
    },
    /** Tells a callback later. */
    postpone: async (attemptId: AttemptId, delayMs: number): Promise<void> => {
      await database('sandbox_orders')
        .where({ attempt_id: attemptId })
        .update({ pays_at: database.raw("now() + ? * interval '1 millisecond'", [delayMs]) });
    },
    /** What the orders of each currency have brought and taken. */
    sumTurnover: async (): Promise<readonly { readonly currency: string; readonly total: string }[]> =>
      database('sandbox_orders as o')
        .join('asked as a', 'a.attempt_id', 'o.attempt_id')
        .groupBy('a.currency')
        .select('a.currency')
        .select<{ currency: string; total: string }[]>(
          database.raw(/* sql */ `sum(case
            when o.type = 'payment' and o.state = 'paid' then o.paid_amount
            when o.type = 'payout' and o.state in ('accepted', 'paid') then -o.amount
            else 0 end)::text as total`),
        ),
  };
};

export type BookStore = ReturnType<typeof createBookStore>;
