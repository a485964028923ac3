import { runStatement, type Database, type Statement } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { groupByShop } from '#platform/per-shop';
import type { FileRef } from './storage.ts';

/** A step of a walk along the primary key of all contents. */
type ContentKey = { readonly shop_id: ShopId; readonly file_id: string };

export const beginning = '00000000-0000-0000-0000-000000000000';

const nextKeys: Statement = {
  name: 'receipt_content_next_keys',
  text: `select shop_id, file_id, case when not is_sealed_under(key_encrypted, $3) then key_encrypted end as stale
    from receipt_contents where (shop_id, file_id) > ($1::uuid, $2::uuid) order by shop_id, file_id limit $4`,
};

/** The next contents behind `after`; `stale` is the sealed key where it hangs on another key than `keyId` or is bound to
 * less than its row, else null. */
export const readNextKeys = (
  database: Database,
  after: { readonly shopId: string; readonly fileId: string },
  keyId: string,
  count: number,
): Promise<(ContentKey & { readonly stale: Buffer | null })[]> =>
  runStatement(database, nextKeys, [after.shopId, after.fileId, keyId, count]);

export type ResealedKey = FileRef & { readonly old: Buffer; readonly keyEncrypted: Buffer };

// Only in the place of what was read. Locked in the order of ids first, so that two rotations at the same time do not
// wait for each other in a circle.
const replacement: Statement = {
  name: 'receipt_content_replace_keys',
  text: `with asked as (
      select * from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as asked (file_id, old, sealed)
    ), locked as materialized (
      select file_id from receipt_contents where shop_id = $1 and file_id = any($2::uuid[])
      order by file_id for no key update
    )
    update receipt_contents c set key_encrypted = asked.sealed
    from asked join locked using (file_id)
    where c.shop_id = $1 and c.file_id = asked.file_id and c.key_encrypted = asked.old
    returning c.file_id`,
};

/** Answers how many were still as they had been read. */
export const replaceKeys = async (database: Database, keys: readonly ResealedKey[]): Promise<number> => {
  let replaced = 0;
  for (const [shopId, ofShop] of groupByShop(keys, (key) => key.shopId)) {
    const done = await runStatement(database, replacement, [
      shopId,
      ofShop.map((key) => key.fileId),
      ofShop.map((key) => key.old),
      ofShop.map((key) => key.keyEncrypted),
    ]);
    replaced += done.length;
  }
  return replaced;
};

const keyCount: Statement = {
  name: 'receipt_contents_by_key',
  text: `select sealed_by(key_encrypted) as key_id, count(*)::integer as count from receipt_contents group by key_id`,
};

export const readKeyCounts = (database: Database): Promise<{ readonly key_id: string; readonly count: number }[]> =>
  runStatement(database, keyCount, []);

const sample: Statement = {
  name: 'receipt_contents_sample',
  text: `select shop_id as "shopId", file_id as "fileId", key_encrypted as sealed from receipt_contents
    where sealed_by(key_encrypted) = $1 limit 5`,
};

/** Some of the keys of stored files that hang on the key. */
export const findSealedReceiptKeys = (
  database: Database,
  keyId: string,
): Promise<(FileRef & { readonly sealed: Buffer })[]> => runStatement(database, sample, [keyId]);
