import { createOperationsStore, replaceSealedNumbers } from '#features/operations';
import type { Database } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import { columnsOf } from '#test/support/settled-payments';
import type { TestShop } from '#test/support/shop';

export type CopiedPayment = { readonly shopId: string; readonly operationId: string; readonly attemptId: string };

export type Rows<Row> = { readonly rows: readonly Row[] };

/** Copies the row of `table` that belongs to the original payment, with other values in some columns. */
const copyRow = (table: string, columns: readonly string[], changed: Readonly<Record<string, string>>): string =>
  `insert into ${table} (${columns.join(', ')})
   select ${columns.map((column) => changed[column] ?? `source.${column}`).join(', ')}
   from original join ${table} source using (${table === 'operations' ? 'shop_id, operation_id' : 'shop_id, attempt_id'}), ids`;

/** Of the original: it is not paid, or its receipt is not handed in. */
export type CopiedStatus = 'pending' | 'awaiting_confirmation';

const copyStatement = async (database: Database): Promise<string> => {
  const ofAttempt = { attempt_id: 'ids.attempt_id' };
  const ofOperation = { operation_id: 'ids.operation_id' };
  const columns = (table: string) => columnsOf(database, table);
  return `with original as materialized (
      select shop_id, operation_id, attempt_id from operations
      where shop_id = ? and type = 'payment' and status = ? and receipt_file_id is null limit 1
    ), ids as materialized (
      select gen_random_uuid() as operation_id, gen_random_uuid() as attempt_id from generate_series(1, ?)
    ), operations_copied as (
      ${copyRow('operations', await columns('operations'), { ...ofOperation, ...ofAttempt, merchant_operation_id: 'ids.operation_id::text' })}
    ), attempts_copied as (
      ${copyRow('attempts', await columns('attempts'), { ...ofAttempt, ...ofOperation })}
    ), orders_copied as (
      ${copyRow('sandbox_orders', await columns('sandbox_orders'), ofAttempt)}
    )
    select original.shop_id as "shopId", ids.operation_id as "operationId", ids.attempt_id as "attemptId"
    from original, ids`;
};

/** A number opens in the row that it was sealed for, and in no copy of that. */
export const sealNumbers = async (
  database: Database,
  copies: readonly Pick<CopiedPayment, 'shopId' | 'operationId'>[],
): Promise<void> => {
  const operations = createOperationsStore(database, createKeyRing(testKeys));
  const [first] = copies;
  if (first === undefined) return;
  const { number_encrypted: old } = await database('operations').where({ operation_id: first.operationId }).first();
  const resealed = copies.map(({ shopId, operationId }) => {
    const ids = { shopId: shopId as ShopId, operationId: operationId as OperationId };
    return { ...ids, old, ...operations.sealNumber(shopId, operationId, '2200000000000004') };
  });
  await replaceSealedNumbers(database, resealed);
};

/** Accepted payments, spread evenly over the shops: copies of one of each, with its order. */
export const copyPayments = async (
  database: Database,
  shops: readonly TestShop[],
  howMany: number,
  status: CopiedStatus = 'pending',
): Promise<CopiedPayment[]> => {
  const statement = await copyStatement(database);
  const perShop = Math.ceil(howMany / shops.length);
  const copies: (readonly CopiedPayment[])[] = [];
  for (const { shopId } of shops) {
    const { rows } = await database.raw<Rows<CopiedPayment>>(statement, [shopId, status, perShop]);
    await sealNumbers(database, rows);
    copies.push(rows);
  }
  await database.raw('vacuum analyze');
  return Array.from({ length: perShop }, (_unused, index) => copies.map((ofShop) => ofShop[index]!)).flat();
};
