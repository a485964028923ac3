import type { Database } from '#platform/database';
import type { KeyRing, SealedPlace } from '#platform/secrets';
import { findReason, readReasonKeys, readStaleReasons, replaceReason, type ReasonRow } from './cancel-reasons-store.ts';

type Needs = { readonly database: Database; readonly keyRing: KeyRing };

const batchSize = 200;
const lowest = '00000000-0000-0000-0000-000000000000';

/** Where the reason of a cancellation lies; it has the id of the audit log's entry, which does not go with it. */
export const reasonPlace = (shopId: string, entryId: string): SealedPlace => ({
  purpose: 'cancel_reasons.reason_encrypted',
  owner: shopId,
  rowId: entryId,
});

const textOf = (keyRing: Pick<KeyRing, 'decrypt'>, row: ReasonRow): string =>
  row.reason_encrypted === null
    ? (row.reason_plain ?? '')
    : keyRing.decrypt(row.reason_encrypted, reasonPlace(row.shop_id, row.entry_id));

/** What the merchant gave as the reason of a cancellation; null once it was shredded. */
export const readCancelReason = async (
  { database, keyRing }: { readonly database: Database; readonly keyRing: Pick<KeyRing, 'decrypt'> },
  shopId: string,
  entryId: string,
): Promise<string | null> => {
  const row = await findReason(database, shopId, entryId);
  return row === undefined ? null : textOf(keyRing, row);
};

/** Seals every reason with the first key of the ring, as far as the ring can read it. Answers how many. */
export const reencryptReasons = async ({ database, keyRing }: Needs): Promise<number> => {
  let count = 0;
  let after: Pick<ReasonRow, 'entry_id'> & { readonly shop_id: string } = { shop_id: lowest, entry_id: lowest };
  for (;;) {
    const stale = await readStaleReasons(database, after, keyRing.ids[0], keyRing.ids, batchSize);
    const last = stale.at(-1);
    if (last === undefined) return count;
    for (const row of stale) {
      const sealed = keyRing.encrypt(textOf(keyRing, row), reasonPlace(row.shop_id, row.entry_id));
      if (await replaceReason(database, row, sealed)) count += 1;
    }
    after = last;
  }
};

/** How many reasons hang on which key. */
export const countReasonsByKey = async ({ database }: Pick<Needs, 'database'>): Promise<Map<string, number>> =>
  new Map((await readReasonKeys(database)).map(({ key_id: keyId, count }) => [keyId, count]));
