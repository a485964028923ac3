import { apis } from '#platform/apis';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import type { Rail } from './mask-number.ts';
import type { OperationType, StoredStatus } from './operation-states.ts';

export type LookedUpRow = {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly operation_id: OperationId;
  readonly merchant_operation_id: string;
  readonly type: OperationType;
  readonly status: StoredStatus;
  readonly expected_amount: string;
  readonly actual_amount: string;
  readonly currency: string;
  readonly method: string;
  /** Null where the method is gone. */
  readonly rail: Rail | null;
  readonly number_encrypted: Buffer | null;
  readonly created_at: Date;
};

/**
 * In each shop, because every index begins with the shop and an operator need not know which one; $2 is that or null. Put
 * in order outside of the shops: with the order inside, Postgres would rather walk back along the primary key.
 */
const acrossShops = (name: string, condition: string): Statement => ({
  name,
  text: `select s.shop_id, s.name as shop, o.operation_id, o.merchant_operation_id, o.type, o.status,
      o.expected_amount, o.actual_amount, o.currency, o.method, m.rail, o.number_encrypted, o.created_at
    from shops s cross join lateral (
      select * from operations o where o.shop_id = s.shop_id and ${condition}
    ) o left join methods m on m.api = o.api and m.code = o.method and m.direction = o.type
    where $2::uuid is null or s.shop_id = $2
    order by o.operation_id desc limit $3`,
});

export const byNumber = acrossShops(
  'look_up_by_number',
  'o.number_digest is not null and o.number_digest = any($1::bytea[])',
);
const byId = acrossShops('look_up_by_id', 'o.operation_id = $1::uuid');
// Refused creates hold no identifier, and so are not in its index.
export const byIdentifier = acrossShops(
  'look_up_by_identifier',
  `o.api in (${apis.map((api) => `'${api}'`).join(', ')}) and o.merchant_operation_id = $1 and o.is_identifier_held`,
);

type Scope = { readonly shopId: ShopId | null; readonly limit: number };

const run =
  (statement: Statement) =>
  (database: Database, sought: unknown, { shopId, limit }: Scope): Promise<LookedUpRow[]> =>
    runStatement(database, statement, [sought, shopId, limit]);

export const rowsByNumber = run(byNumber);
export const rowsById = run(byId);
export const rowsByIdentifier = run(byIdentifier);

// Back along the primary key, whose ids follow the time.
const ofShop: Statement = {
  name: 'list_operations_for_operators',
  text: `select o.shop_id, s.name as shop, o.operation_id, o.merchant_operation_id, o.type, o.status,
      o.expected_amount, o.actual_amount, o.currency, o.method, m.rail, o.number_encrypted, o.created_at
    from operations o join shops s on s.shop_id = o.shop_id
      left join methods m on m.api = o.api and m.code = o.method and m.direction = o.type
    where o.shop_id = $1 and o.created_at >= coalesce($2::timestamptz, '-infinity')
      and o.created_at < coalesce($3::timestamptz, 'infinity')
      and ($4::text is null or o.type = $4) and ($5::text is null or o.status = $5)
      and ($6::uuid is null or o.operation_id < $6)
    order by o.operation_id desc limit $7`,
};

export const rowsOfShop = (database: Database, values: readonly unknown[]): Promise<LookedUpRow[]> =>
  runStatement(database, ofShop, values);
