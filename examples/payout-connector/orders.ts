import type { Pool } from 'pg';

export type State = 'new' | 'asking' | 'open' | 'paid' | 'failed' | 'declined';

export type Order = {
  readonly attempt_id: string;
  readonly shop_id: string;
  /** What makes it the same order: shop, method, amount, currency and number. */
  readonly digest: Buffer;
  readonly amount: string;
  readonly currency: string;
  readonly state: State;
  readonly paid_total: string;
  readonly returned_total: string;
  readonly paid_at: Date | null;
  readonly reason: string | null;
  /** Counts what changed, so that each change has a name. */
  readonly version: number;
  readonly tries: number;
};

const table = /* sql */ `
  create schema if not exists payout_connector;
  create table if not exists payout_connector.orders (
    attempt_id uuid primary key,
    shop_id uuid not null,
    digest bytea not null,
    amount numeric(20, 2) not null,
    currency text not null,
    state text not null,
    paid_total numeric(20, 2) not null default 0,
    returned_total numeric(20, 2) not null default 0,
    paid_at timestamptz,
    reason text,
    version integer not null default 1,
    -- Null: the gateway has on record what there is to tell.
    tell_at timestamptz,
    tries integer not null default 0
  );
  create index if not exists orders_to_tell on payout_connector.orders (tell_at) where tell_at is not null;
`;

export type NewOrder = Pick<Order, 'attempt_id' | 'shop_id' | 'digest' | 'amount' | 'currency' | 'state' | 'reason'>;

/** What the bank has told. */
export type Change = {
  readonly state: State;
  readonly paidTotal?: string;
  readonly returnedTotal?: string;
  readonly paidAt?: Date;
  readonly reason?: string;
};

/** The one table that everything rests on: a row per attempt, written before the bank is asked. */
export const openOrders = async (pool: Pool) => {
  await pool.query(table);
  const rows = async (text: string, values: readonly unknown[]): Promise<Order[]> =>
    (await pool.query<Order>(text, [...values])).rows;
  const find = async (attemptId: string): Promise<Order | null> =>
    (await rows('select * from payout_connector.orders where attempt_id = $1', [attemptId]))[0] ?? null;
  return {
    find,
    /** True if the row is new: of two equal calls at once, one alone goes on to the bank. */
    insert: async ({ attempt_id, shop_id, digest, amount, currency, state, reason }: NewOrder): Promise<boolean> => {
      const inserted = await rows(
        `insert into payout_connector.orders (attempt_id, shop_id, digest, amount, currency, state, reason)
          values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning *`,
        [attempt_id, shop_id, digest, amount, currency, state, reason],
      );
      return inserted.length === 1;
    },
    /** Without a callback: what it says goes out with the answer. */
    setState: async (attemptId: string, state: State, reason: string | null = null): Promise<void> => {
      await rows(
        `update payout_connector.orders set state = $2, reason = $3 where attempt_id = $1 and state in ('new', 'asking')`,
        [attemptId, state, reason],
      );
    },
    /** Totals only grow, a last word stays, and a statement that is read twice changes nothing. What changes is told, from its first try. */
    change: async (attemptId: string, change: Change): Promise<void> => {
      await rows(
        `update payout_connector.orders set state = $2, paid_total = greatest(paid_total, $3),
            returned_total = greatest(returned_total, $4), paid_at = coalesce(paid_at, $5), reason = coalesce($6, reason),
            version = version + 1, tell_at = now(), tries = 0
          where attempt_id = $1 and not (state in ('paid', 'failed') and $2::text = 'open') and (state, paid_total, returned_total)
            is distinct from ($2, greatest(paid_total, $3), greatest(returned_total, $4))`,
        [
          attemptId,
          change.state,
          change.paidTotal ?? '0.00',
          change.returnedTotal ?? '0.00',
          change.paidAt ?? null,
          change.reason ?? null,
        ],
      );
    },
    /** Perhaps sent, when an earlier process ended: the bank has to be asked about them by their reference. */
    findAsking: (): Promise<Order[]> => rows(`select * from payout_connector.orders where state = 'asking'`, []),
    /** Takes on what is to be told, for as long as a receiver may take to answer. */
    claimToTell: (): Promise<Order[]> =>
      rows(
        `update payout_connector.orders set tell_at = now() + interval '20 seconds', tries = tries + 1
          where attempt_id in (select attempt_id from payout_connector.orders where tell_at <= now()
            order by tell_at limit 20 for update skip locked)
          returning *`,
        [],
      ),
    /** What has changed since is still to be told. Null: the gateway has it, or never will. */
    tellAgain: async ({ attempt_id, version }: Order, afterSeconds: number | null): Promise<void> => {
      await rows(
        `update payout_connector.orders set tell_at = now() + $3 * interval '1 second'
          where attempt_id = $1 and version = $2`,
        [attempt_id, version, afterSeconds],
      );
    },
  };
};

export type Orders = Awaited<ReturnType<typeof openOrders>>;
