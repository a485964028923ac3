import type { Database } from '#platform/database';
import { beginning, countNextKeys, type KeyCount, type Position } from '#features/operations';
import { countSigningKeysByKey } from '#features/clients';
import { countConnectorSecretsByKey } from '#features/connectors';
import { countReasonsByKey } from '#features/payments';
import { countReceiptsByKey } from '#features/receipts';
import { countSecretsByKey } from '#features/webhooks';

/** What hangs on one key. */
export type KeyUse = {
  /** Empty: digests from before digests named their key. */
  readonly keyId: string;
  readonly numbers: number;
  readonly numberDigests: number;
  readonly annotations: number;
  readonly webhookSecrets: number;
  /** Files kept in the database. */
  readonly receipts: number;
  readonly cancelReasons: number;
  readonly signingKeys: number;
  readonly connectorSecrets: number;
  readonly bodyDigests: number;
  /** Creates up to then are not known again when they are re-sent without the key. */
  readonly newestBodyDigestAt: Date | null;
};

const batchSize = 5_000;

export const unused = (keyId: string): KeyUse => ({
  keyId,
  numbers: 0,
  numberDigests: 0,
  annotations: 0,
  webhookSecrets: 0,
  receipts: 0,
  cancelReasons: 0,
  signingKeys: 0,
  connectorSecrets: 0,
  bodyDigests: 0,
  newestBodyDigestAt: null,
});

/** Whether something hangs on it that must be read, or found, again. */
export const isNeeded = (use: KeyUse): boolean =>
  use.numbers +
    use.numberDigests +
    use.annotations +
    use.webhookSecrets +
    use.receipts +
    use.cancelReasons +
    use.signingKeys +
    use.connectorSecrets >
  0;

const later = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other);

const withCount = (use: KeyUse, { kind, count, newest }: KeyCount): KeyUse => {
  // Of the people behind numbers, and sealed and shredded with them.
  if (kind === 'number' || kind === 'client' || kind === 'details') return { ...use, numbers: use.numbers + count };
  if (kind === 'number_digest') return { ...use, numberDigests: use.numberDigests + count };
  if (kind === 'annotations') return { ...use, annotations: use.annotations + count };
  const newestBodyDigestAt = later(use.newestBodyDigestAt, newest);
  return { ...use, bodyDigests: use.bodyDigests + count, newestBodyDigestAt };
};

/** Walks over all operations in short statements, beside running servers. Keys on which nothing hangs are left out. */
export const countKeyUses = async (database: Database): Promise<KeyUse[]> => {
  const uses = new Map<string, KeyUse>();
  const change = (keyId: string, add: (use: KeyUse) => KeyUse): void =>
    void uses.set(keyId, add(uses.get(keyId) ?? unused(keyId)));
  let position: Position = beginning;
  for (;;) {
    const counts = await countNextKeys(database, position, batchSize);
    const [first] = counts;
    if (first === undefined) break;
    for (const count of counts) change(count.key_id, (use) => withCount(use, count));
    position = { shopId: first.last_shop_id, operationId: first.last_operation_id };
  }
  for (const [keyId, webhookSecrets] of await countSecretsByKey({ database })) {
    change(keyId, (use) => ({ ...use, webhookSecrets }));
  }
  for (const [keyId, receipts] of await countReceiptsByKey({ database }))
    change(keyId, (use) => ({ ...use, receipts }));
  for (const [keyId, cancelReasons] of await countReasonsByKey({ database })) {
    change(keyId, (use) => ({ ...use, cancelReasons }));
  }
  for (const [keyId, signingKeys] of await countSigningKeysByKey({ database })) {
    change(keyId, (use) => ({ ...use, signingKeys }));
  }
  for (const [keyId, connectorSecrets] of await countConnectorSecretsByKey({ database })) {
    change(keyId, (use) => ({ ...use, connectorSecrets }));
  }
  return [...uses.values()];
};
