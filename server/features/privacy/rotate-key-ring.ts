import type { Database } from '#platform/database';
import { keyIdOf, type KeyRing } from '#platform/secrets';
import { recordAudit, type Actor } from '#features/access';
import {
  beginning,
  createOperationsStore,
  readSealedNumbers,
  replaceSealedNumbers,
  type OperationsStore,
  type Position,
  type Resealed,
  type SealedRow,
} from '#features/operations';
import { reencryptReceiptKeys } from '#features/receipts';
import { reencryptSecrets } from '#features/webhooks';
import { operationsIn, readKeyRingStatus, type KeyRingStatus } from './key-ring-status.ts';

export type RotationNeeds = { readonly database: Database; readonly keyRing: KeyRing };

/** In operations: those looked through, and how many there were at the beginning. */
export type RotationProgress = { readonly done: number; readonly total: number };

export type Rotation = {
  readonly numbers: number;
  readonly webhookSecrets: number;
  readonly receipts: number;
  readonly status: KeyRingStatus;
};

// A batch holds its rows for some milliseconds: nobody who wants one of them gives up waiting.
const defaultBatchSize = 500;

/** Null where the ring lacks the key: the rotation leaves that alone, and the status says it. */
const reseal = (row: SealedRow, keyRing: KeyRing, operations: OperationsStore): Resealed | null => {
  const { shop_id: shopId, operation_id: operationId, stale: old } = row;
  if (old === null || !keyRing.ids.includes(keyIdOf(old))) return null;
  const { encrypted, digest } = operations.sealNumber(shopId, keyRing.decrypt(old, shopId));
  return { shopId, operationId, old, encrypted, digest };
};

const rewriteNumbers = async (
  { database, keyRing }: RotationNeeds,
  batchSize: number,
  onBatch: (seen: number) => void,
): Promise<number> => {
  const operations = createOperationsStore(database, keyRing);
  let numbers = 0;
  let position: Position = beginning;
  for (;;) {
    const rows = await readSealedNumbers(database, position, keyRing.ids[0], batchSize);
    const last = rows.at(-1);
    if (last === undefined) return numbers;
    const resealed = rows.flatMap((row) => reseal(row, keyRing, operations) ?? []);
    if (resealed.length > 0) numbers += await replaceSealedNumbers(database, resealed);
    position = { shopId: last.shop_id, operationId: last.operation_id };
    onBatch(rows.length);
  }
};

/**
 * Rewrites what can be read again under the first key of the ring: numbers with their digests, webhook secrets, and the
 * keys of receipts in the database. Servers go on meanwhile. Each batch is a commit of its own and skips what is done
 * already, so one that was cut off is simply begun again.
 */
export const rotateKeyRing = async (
  needs: RotationNeeds,
  actor: Actor,
  onProgress: (progress: RotationProgress) => void,
  batchSize = defaultBatchSize,
): Promise<Rotation> => {
  const { database, keyRing } = needs;
  const before = await readKeyRingStatus(needs);
  const subject = keyRing.ids[0];
  // First, because a rotation is made of many commits: one that is cut off must be on record too.
  await recordAudit(database, { actor, action: 'key_ring.rotation_begun', subject, before: before.keys });
  const total = operationsIn(before);
  let done = 0;
  const webhookSecrets = await reencryptSecrets(needs);
  const receipts = await reencryptReceiptKeys(needs, batchSize);
  const numbers = await rewriteNumbers(needs, batchSize, (seen) => {
    done += seen;
    onProgress({ done, total: Math.max(done, total) });
  });
  const status = await readKeyRingStatus(needs);
  const after = { numbers, webhookSecrets, receipts, keys: status.keys };
  await recordAudit(database, { actor, action: 'key_ring.rotated', subject, after });
  return { numbers, webhookSecrets, receipts, status };
};
