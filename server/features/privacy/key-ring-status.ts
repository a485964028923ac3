import type { Database } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { beginning, countNextKeys, type KeyCount, type Position } from '#features/operations';
import { countReceiptsByKey } from '#features/receipts';
import { countSecretsByKey } from '#features/webhooks';

/** What hangs on one key. */
export type KeyUse = {
  /** Empty: digests from before digests named their key. */
  readonly keyId: string;
  readonly isInRing: boolean;
  readonly numbers: number;
  readonly numberDigests: number;
  readonly annotations: number;
  readonly webhookSecrets: number;
  /** Files kept in the database. */
  readonly receipts: number;
  readonly bodyDigests: number;
  /** Creates up to then are not known again when they are re-sent without the key. */
  readonly newestBodyDigestAt: Date | null;
};

export type KeyRingStatus = {
  /** Those of the ring in its order, then those that the ring lacks. */
  readonly keys: readonly KeyUse[];
  /** What hangs on these can no longer be read, or found. */
  readonly missing: readonly string[];
  /** Nothing that must be read or found hangs on these. */
  readonly removable: readonly string[];
};

export type StatusNeeds = { readonly database: Database; readonly keyRing: Pick<KeyRing, 'ids'> };

const batchSize = 5_000;

const unused = (keyId: string, isInRing: boolean): KeyUse => ({
  keyId,
  isInRing,
  numbers: 0,
  numberDigests: 0,
  annotations: 0,
  webhookSecrets: 0,
  receipts: 0,
  bodyDigests: 0,
  newestBodyDigestAt: null,
});

const later = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other);

const withCount = (use: KeyUse, { kind, count, newest }: KeyCount): KeyUse => {
  if (kind === 'number') return { ...use, numbers: use.numbers + count };
  if (kind === 'number_digest') return { ...use, numberDigests: use.numberDigests + count };
  if (kind === 'annotations') return { ...use, annotations: use.annotations + count };
  const newestBodyDigestAt = later(use.newestBodyDigestAt, newest);
  return { ...use, bodyDigests: use.bodyDigests + count, newestBodyDigestAt };
};

const isNeeded = ({ numbers, numberDigests, annotations, webhookSecrets, receipts }: KeyUse): boolean =>
  numbers + numberDigests + annotations + webhookSecrets + receipts > 0;

/** Walks over all operations in short statements, beside running servers, and counts what hangs on which key. */
export const readKeyRingStatus = async ({ database, keyRing }: StatusNeeds): Promise<KeyRingStatus> => {
  const uses = new Map(keyRing.ids.map((id) => [id, unused(id, true)]));
  const useOf = (keyId: string): KeyUse => uses.get(keyId) ?? unused(keyId, false);
  let position: Position = beginning;
  for (;;) {
    const counts = await countNextKeys(database, position, batchSize);
    const [first] = counts;
    if (first === undefined) break;
    for (const count of counts) uses.set(count.key_id, withCount(useOf(count.key_id), count));
    position = { shopId: first.last_shop_id, operationId: first.last_operation_id };
  }
  for (const [keyId, webhookSecrets] of await countSecretsByKey({ database })) {
    uses.set(keyId, { ...useOf(keyId), webhookSecrets });
  }
  for (const [keyId, receipts] of await countReceiptsByKey({ database })) uses.set(keyId, { ...useOf(keyId), receipts });
  const keys = [...uses.values()];
  const idsOf = (some: readonly KeyUse[]): string[] => some.map(({ keyId }) => keyId);
  const others = keys.filter(({ isInRing, keyId }) => isInRing && keyId !== keyRing.ids[0]);
  return {
    keys,
    missing: idsOf(keys.filter((use) => !use.isInRing && isNeeded(use))),
    removable: idsOf(others.filter((use) => !isNeeded(use))),
  };
};

/** Every operation has one body digest, but for a cancellation that waits for its create. */
export const operationsIn = ({ keys }: KeyRingStatus): number =>
  keys.reduce((count, { bodyDigests }) => count + bodyDigests, 0);
