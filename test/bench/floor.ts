import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 } from 'uuid';
import { measure, type Measured } from './load.ts';

type Seconds = { readonly warmUp: number; readonly counted: number };

const schema = `
  create table floor_operations (shop_id uuid, operation_id uuid, amount numeric(20, 2), body jsonb,
    primary key (shop_id, operation_id));
  create table floor_postings (shop_id uuid, operation_id uuid, line smallint, account text, amount numeric(20, 2),
    primary key (shop_id, operation_id, line));
  create table floor_outbox (shop_id uuid, operation_id uuid, type text, primary key (shop_id, operation_id));
  create table floor_files (shop_id uuid, file_id uuid, content bytea, primary key (shop_id, file_id));
  alter table floor_files alter column content set storage external;
  create table floor_balances (shop_id uuid primary key, balance numeric(24, 6) not null) with (fillfactor = 50);
  create function floor_movement(p_shop uuid, p_operation uuid, p_amount numeric, p_body jsonb) returns void
  language plpgsql as $$
  begin
    insert into floor_operations values (p_shop, p_operation, p_amount, p_body);
    insert into floor_postings values (p_shop, p_operation, 1, 'clearing', -p_amount),
      (p_shop, p_operation, 2, 'available', p_amount * 0.97), (p_shop, p_operation, 3, 'commission', p_amount * 0.03);
    insert into floor_outbox values (p_shop, p_operation, 'completed');
  end $$;
  create function floor_reserve(p_shop uuid, p_operation uuid, p_amount numeric, p_body jsonb) returns void
  language plpgsql as $$
  begin
    perform floor_movement(p_shop, p_operation, p_amount, p_body);
    update floor_balances set balance = balance - p_amount where shop_id = p_shop;
  end $$;`;

const withClients = async <Result>(
  url: string,
  count: number,
  work: (clients: readonly pg.Client[]) => Promise<Result>,
): Promise<Result> => {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};

export const createFloorSchema = (url: string): Promise<unknown> =>
  withClients(url, 1, ([client]) => client!.query(schema));

const measureFloor = (
  url: string,
  connections: number,
  seconds: Seconds,
  statement: 'floor_movement' | 'floor_reserve',
  shopCount: number,
): Promise<Measured> =>
  withClients(url, connections, async (clients) => {
    const shops = Array.from({ length: shopCount }, () => v7());
    await clients[0]!.query('insert into floor_balances select shop, 1e15 from unnest($1::uuid[]) as shop', [shops]);
    let count = 0;
    return measure(connections, seconds, (lane) =>
      clients[lane]!.query({
        name: statement,
        text: `select ${statement}($1, $2, $3, $4)`,
        values: [shops[(count += 1) % shops.length], v7(), '1000.58', '{"client_id":"user-1","method":"WT_RUB_C2C"}'],
      }),
    );
  });

/** One money movement as one durable statement: what this machine's Postgres and disk can do at most. */
export const measureMovements = (url: string, connections: number, seconds: Seconds): Promise<Measured> =>
  measureFloor(url, connections, seconds, 'floor_movement', 100);

/** The same with a stored balance of one of so many shops. */
export const measureReserves = (
  url: string,
  connections: number,
  seconds: Seconds,
  shopCount: number,
): Promise<Measured> => measureFloor(url, connections, seconds, 'floor_reserve', shopCount);

/** How often, and by how many at a time, something is done. */
export type Measure = (work: (lane: number) => Promise<unknown>) => Promise<Measured>;

/** Files of that many bytes, each written durably by one statement. */
export const measureFiles = (
  url: string,
  connections: number,
  sizeBytes: number,
  measureBy: Measure,
): Promise<Measured> =>
  withClients(url, connections, async (clients) => {
    const content = randomBytes(sizeBytes);
    const measured = await measureBy((lane) =>
      clients[lane]!.query({
        name: 'floor_file',
        text: 'insert into floor_files values ($1, $2, $3)',
        values: [v7(), v7(), content],
      }),
    );
    await clients[0]!.query('truncate floor_files');
    return measured;
  });

/** One row by its primary key, and what has to be done besides. */
export const measureReads = (
  url: string,
  connections: number,
  seconds: Seconds,
  alsoDo: () => void = () => undefined,
): Promise<Measured> =>
  withClients(url, connections, async (clients) => {
    const { rows } = await clients[0]!.query<{ shop_id: string; operation_id: string }>(
      'select shop_id, operation_id from operations limit 1000',
    );
    let count = 0;
    return measure(connections, seconds, (lane) => {
      const row = rows[(count += 1) % rows.length]!;
      alsoDo();
      return clients[lane]!.query({
        name: 'floor_read',
        text: 'select * from operations where shop_id = $1 and operation_id = $2',
        values: [row.shop_id, row.operation_id],
      });
    });
  });

/** Rows of one shop by their primary keys, all in one statement. */
export const measureRows = (
  url: string,
  connections: number,
  seconds: Seconds,
  { shopId, operationIds }: { readonly shopId: string; readonly operationIds: readonly string[] },
): Promise<Measured> =>
  withClients(url, connections, (clients) =>
    measure(connections, seconds, (lane) =>
      clients[lane]!.query({
        name: 'floor_rows',
        text: 'select * from operations where shop_id = $1 and operation_id = any($2::uuid[])',
        values: [shopId, operationIds],
      }),
    ),
  );
