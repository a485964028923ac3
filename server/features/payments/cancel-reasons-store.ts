import { runStatement, type Database, type Statement } from '#platform/database';
import type { ShopId } from '#platform/ids';

export type ReasonRow = {
  readonly shop_id: ShopId;
  /** The entry of the audit log that refers to it. */
  readonly entry_id: string;
  readonly reason_encrypted: Buffer | null;
  /** One from before reasons were sealed, until a rotation of keys seals it. */
  readonly reason_plain: string | null;
};

const reading: Statement = {
  name: 'cancel_reason_read',
  text: `select shop_id, entry_id, reason_encrypted, reason_plain from cancel_reasons where shop_id = $1 and entry_id = $2`,
};

export const findReason = async (database: Database, shopId: string, entryId: string): Promise<ReasonRow | undefined> =>
  (await runStatement<ReasonRow>(database, reading, [shopId, entryId]))[0];

const staleRows: Statement = {
  name: 'cancel_reasons_stale',
  text: `select shop_id, entry_id, reason_encrypted, reason_plain from cancel_reasons
    where (shop_id, entry_id) > ($1::uuid, $2::uuid)
      and (reason_plain is not null or not is_sealed_under(reason_encrypted, $3) and sealed_by(reason_encrypted) = any($4::text[]))
    order by shop_id, entry_id limit $5`,
};

/** The next ones behind `after` that hang on one of `keyIds` and are not sealed as they would be now, under `keyId`. */
export const readStaleReasons = (
  database: Database,
  after: Pick<ReasonRow, 'entry_id'> & { readonly shop_id: string },
  keyId: string,
  keyIds: readonly string[],
  count: number,
): Promise<ReasonRow[]> => runStatement(database, staleRows, [after.shop_id, after.entry_id, keyId, keyIds, count]);

const replacement: Statement = {
  name: 'cancel_reason_replace',
  text: `update cancel_reasons set reason_encrypted = $4, reason_plain = null
    where shop_id = $1 and entry_id = $2 and reason_encrypted is not distinct from $3 returning entry_id`,
};

/** False when it is no longer what was read. */
export const replaceReason = async (database: Database, old: ReasonRow, sealed: Buffer): Promise<boolean> => {
  const values = [old.shop_id, old.entry_id, old.reason_encrypted, sealed];
  return (await runStatement(database, replacement, values)).length === 1;
};

const keyCount: Statement = {
  name: 'cancel_reasons_by_key',
  text: `select sealed_by(reason_encrypted) as key_id, count(*)::integer as count from cancel_reasons
    where reason_encrypted is not null group by key_id`,
};

export const readReasonKeys = (database: Database): Promise<{ readonly key_id: string; readonly count: number }[]> =>
  runStatement(database, keyCount, []);

const sample: Statement = {
  name: 'cancel_reasons_sample',
  text: `select shop_id as "shopId", entry_id as "entryId", reason_encrypted as sealed from cancel_reasons
    where reason_encrypted is not null and sealed_by(reason_encrypted) = $1 limit 5`,
};

/** Some of the reasons that hang on the key. */
export const findSealedReasons = (
  database: Database,
  keyId: string,
): Promise<{ readonly shopId: ShopId; readonly entryId: string; readonly sealed: Buffer }[]> =>
  runStatement(database, sample, [keyId]);

// Ids of entries are made a moment before their rows, by a clock that may differ: the bound is wide, the time decides.
const shredding: Statement = {
  name: 'cancel_reasons_shred',
  text: `delete from cancel_reasons where shop_id = $1 and entry_id in (
      select entry_id from cancel_reasons
      where shop_id = $1 and entry_id < id_bound(now() - make_interval(days => $2) + interval '1 hour')
        and created_at <= now() - make_interval(days => $2)
      order by entry_id limit $3 for update skip locked
    ) returning entry_id`,
};

/** Removes up to `size` reasons that were given so long ago. Answers how many. */
export const shredReasons = async (
  database: Database,
  shopId: ShopId,
  limits: { readonly retentionDays: number; readonly size: number },
): Promise<number> => (await runStatement(database, shredding, [shopId, limits.retentionDays, limits.size])).length;
