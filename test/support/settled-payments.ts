import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Database } from '#platform/database';

type Original = { readonly shopId: string; readonly operationId: string; readonly attemptId: string };

/** What can be inserted into a table: all but what Postgres works out itself. */
export const columnsOf = async (database: Database, table: string): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: readonly { column_name: string }[] }>(
    `select column_name from information_schema.columns
     where table_name = ? and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map((row) => row.column_name);
};

const copy = async (
  database: Database,
  table: string,
  changed: Readonly<Record<string, string>>,
  where: string,
): Promise<string> => {
  const columns = await columnsOf(database, table);
  const values = columns.map((column) => changed[column] ?? `source.${column}`);
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} source, ids where ${where}`;
};

const mostAtOnce = 50_000;

/** Ids as they would be given: by the time, here a thousand in a millisecond. */
const ids = `select n, ('019b0000' || lpad(to_hex(n / 1000), 4, '0') || '7' || lpad(to_hex(n % 1000), 3, '0')
    || '8' || substr(md5(n || 'rest'), 1, 15))::uuid as attempt_id, md5(n || 'operation')::uuid as operation_id,
    md5(n || 'transaction')::uuid as transaction_id
  from generate_series(:from::integer, :to::integer) as n`;

/** Copies a payment that was settled, with its postings and no events, so many times that a large file can be about them. */
export const copySettledPayments = async (database: Database, original: Original, howMany: number): Promise<void> => {
  const { shopId, operationId, attemptId } = original;
  const ofShop = `source.shop_id = '${shopId}'`;
  const ofOperation = { operation_id: 'ids.operation_id' };
  const transactions = `select transaction_id from ledger_transactions
    where shop_id = '${shopId}' and operation_id = '${operationId}'`;
  const [operations, attempts, ledger, postings] = await Promise.all([
    copy(
      database,
      'operations',
      { ...ofOperation, attempt_id: 'ids.attempt_id', merchant_operation_id: 'ids.operation_id::text' },
      `${ofShop} and source.operation_id = '${operationId}'`,
    ),
    copy(
      database,
      'attempts',
      { ...ofOperation, attempt_id: 'ids.attempt_id' },
      `${ofShop} and source.attempt_id = '${attemptId}'`,
    ),
    copy(
      database,
      'ledger_transactions',
      { ...ofOperation, transaction_id: 'ids.transaction_id' },
      `${ofShop} and source.operation_id = '${operationId}'`,
    ),
    copy(
      database,
      'ledger_postings',
      { transaction_id: 'ids.transaction_id' },
      `${ofShop} and source.transaction_id in (${transactions})`,
    ),
  ]);
  for (let from = 1; from <= howMany; from += mostAtOnce) {
    const range = { from, to: Math.min(from + mostAtOnce - 1, howMany) };
    await database.raw(
      `with ids as materialized (${ids}), one as (${operations}), two as (${attempts}), three as (${ledger}) ${postings}`,
      range,
    );
  }
};

/** A file about the first so many of them, in an order of its own. */
export const writeSettlementFile = async (
  database: Database,
  path: string,
  { howMany, amount, day }: { readonly howMany: number; readonly amount: string; readonly day: string },
): Promise<void> => {
  const file = createWriteStream(path);
  file.write('id,amount,fee,currency,type,day\n');
  for (let from = 1; from <= howMany; from += mostAtOnce) {
    const range = { from, to: Math.min(from + mostAtOnce - 1, howMany) };
    const { rows } = await database.raw<{ rows: readonly { attempt_id: string }[] }>(
      `select attempt_id from (${ids}) as ids order by operation_id`,
      range,
    );
    const lines = rows.map(({ attempt_id: id }) => `${id},${amount},0.10,RUB,in,${day}\n`).join('');
    if (!file.write(lines)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
};
