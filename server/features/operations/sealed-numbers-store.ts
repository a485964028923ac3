import { runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { groupByShop } from '#platform/per-shop';

/** Up to where a walk along the primary key of all operations has come. */
export type Position = { readonly shopId: string; readonly operationId: string };

const lowest = '00000000-0000-0000-0000-000000000000';
export const beginning: Position = { shopId: lowest, operationId: lowest };

export type SealedRow = {
  readonly shop_id: ShopId;
  readonly operation_id: OperationId;
  /** The encrypted number where it, or its digest, is not as it would be made now, under the wanted key; else null. */
  readonly stale: Buffer | null;
  /** The encrypted annotations where they do not hang on the wanted key; else null. */
  readonly stale_annotations: Buffer | null;
  /** The same of what its merchant told of the client, and of what the destination has beside its number. */
  readonly stale_client: Buffer | null;
  readonly stale_details: Buffer | null;
};

const nextRows: Statement = {
  name: 'next_sealed_numbers',
  text: `select shop_id, operation_id, case when not is_sealed_under(number_encrypted, $3) or number_digest is null
      or sealed_by(number_digest) <> $3 then number_encrypted end as stale,
      case when not is_sealed_under(annotations_encrypted, $3) then annotations_encrypted end as stale_annotations,
      case when not is_sealed_under(client_encrypted, $3) then client_encrypted end as stale_client,
      case when not is_sealed_under(details_encrypted, $3) then details_encrypted end as stale_details
    from operations where (shop_id, operation_id) > ($1::uuid, $2::uuid)
    order by shop_id, operation_id limit $4`,
};

/** The next operations, and what of them is not under the key `keyId`. */
export const readSealedNumbers = (
  database: Database,
  after: Position,
  keyId: string,
  count: number,
): Promise<SealedRow[]> => runStatement(database, nextRows, [after.shopId, after.operationId, keyId, count]);

export type Resealed = {
  readonly shopId: ShopId;
  readonly operationId: OperationId;
  readonly old: Buffer;
  readonly encrypted: Buffer;
  readonly digest: Buffer;
};

// Only in the place of what was read: a number that was shredded meanwhile stays so. Locked in the order of ids first,
// like a shredding, so that neither waits for the other in a circle.
const replace: Statement = {
  name: 'replace_sealed_numbers',
  text: `with asked as (
      select * from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[])
        as asked (operation_id, old, encrypted, digest)
    ), locked as materialized (
      select operation_id from operations where shop_id = $1 and operation_id = any($2::uuid[])
      order by operation_id for no key update
    )
    update operations o set number_encrypted = asked.encrypted, number_digest = asked.digest
    from asked join locked using (operation_id)
    where o.shop_id = $1 and o.operation_id = asked.operation_id and o.number_encrypted = asked.old
    returning o.operation_id`,
};

/** Answers how many were still as they had been read. */
export const replaceSealedNumbers = async (database: Database, rows: readonly Resealed[]): Promise<number> => {
  let replaced = 0;
  for (const [shopId, ofShop] of groupByShop(rows, (row) => row.shopId)) {
    const done = await runStatement(database, replace, [
      shopId,
      ofShop.map((row) => row.operationId),
      ofShop.map((row) => row.old),
      ofShop.map((row) => row.encrypted),
      ofShop.map((row) => row.digest),
    ]);
    replaced += done.length;
  }
  return replaced;
};

export type ResealedText = Pick<Resealed, 'shopId' | 'operationId' | 'old' | 'encrypted'>;

const replacementOf = (column: string): string => `with asked as (
      select * from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as asked (operation_id, old, encrypted)
    ), locked as materialized (
      select operation_id from operations where shop_id = $1 and operation_id = any($2::uuid[])
      order by operation_id for no key update
    )
    update operations o set ${column} = asked.encrypted
    from asked join locked using (operation_id)
    where o.shop_id = $1 and o.operation_id = asked.operation_id and o.${column} = asked.old
    returning o.operation_id`;

const replaceAnnotations: Statement = {
  name: 'replace_sealed_annotations',
  text: replacementOf('annotations_encrypted'),
};
const replaceClients: Statement = { name: 'replace_sealed_clients', text: replacementOf('client_encrypted') };
const replaceDetails: Statement = { name: 'replace_sealed_details', text: replacementOf('details_encrypted') };

/** What is sealed of an operation beside its number. */
export type SealedText = 'annotations' | 'client' | 'details';

const runners = {
  annotations: (database, values) => runStatement(database, replaceAnnotations, values),
  client: (database, values) => runStatement(database, replaceClients, values),
  details: (database, values) => runStatement(database, replaceDetails, values),
} as const satisfies Record<SealedText, (database: Database, values: readonly unknown[]) => Promise<unknown[]>>;

/** As with numbers. */
export const replaceSealedTexts = async (
  database: Database,
  kind: SealedText,
  rows: readonly ResealedText[],
): Promise<number> => {
  let replaced = 0;
  for (const [shopId, ofShop] of groupByShop(rows, (row) => row.shopId)) {
    const done = await runners[kind](database, [
      shopId,
      ofShop.map((row) => row.operationId),
      ofShop.map((row) => row.old),
      ofShop.map((row) => row.encrypted),
    ]);
    replaced += done.length;
  }
  return replaced;
};

export type KeyCount = {
  readonly kind: 'number' | 'number_digest' | SealedText | 'body_digest';
  readonly key_id: string;
  readonly count: number;
  /** When the newest operation among them was created. */
  readonly newest: Date;
  readonly last_shop_id: string;
  readonly last_operation_id: string;
};

// A digest of 32 bytes is one from before digests named their key: it has no room for a name.
const countKeys: Statement = {
  name: 'count_keys_of_operations',
  text: `with batch as materialized (
      select shop_id, operation_id, number_encrypted, number_digest, annotations_encrypted, client_encrypted,
        details_encrypted, body_digest, created_at
      from operations where (shop_id, operation_id) > ($1::uuid, $2::uuid)
      order by shop_id, operation_id limit $3
    ), sealed as (
      select 'number' as kind, sealed_by(number_encrypted) as key_id, created_at from batch
      where number_encrypted is not null
      union all
      select 'number_digest', sealed_by(number_digest), created_at from batch where number_digest is not null
      union all
      select 'annotations', sealed_by(annotations_encrypted), created_at from batch
      where annotations_encrypted is not null
      union all
      select 'client', sealed_by(client_encrypted), created_at from batch where client_encrypted is not null
      union all
      select 'details', sealed_by(details_encrypted), created_at from batch where details_encrypted is not null
      union all
      select 'body_digest', case when octet_length(body_digest) > 32 then sealed_by(body_digest) else '' end, created_at
      from batch where body_digest is not null
    )
    select kind, key_id, count(*)::integer as count, max(sealed.created_at) as newest,
      last.shop_id as last_shop_id, last.operation_id as last_operation_id
    from sealed cross join (select shop_id, operation_id from batch order by shop_id desc, operation_id desc limit 1) last
    group by kind, key_id, last.shop_id, last.operation_id`,
};

/** What of the next operations hangs on which key; nothing behind the last one. */
export const countNextKeys = (database: Database, after: Position, count: number): Promise<KeyCount[]> =>
  runStatement(database, countKeys, [after.shopId, after.operationId, count]);

const sample: Statement = {
  name: 'sample_sealed_numbers',
  text: `select shop_id as "shopId", operation_id as "operationId", number_encrypted as sealed from operations
    where number_encrypted is not null and sealed_by(number_encrypted) = $1 limit 5`,
};

/** Some of the numbers that hang on the key. */
export const findSealedNumbers = (
  database: Database,
  keyId: string,
): Promise<{ readonly shopId: ShopId; readonly operationId: OperationId; readonly sealed: Buffer }[]> =>
  runStatement(database, sample, [keyId]);
