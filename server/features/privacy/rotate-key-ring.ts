import type { Database } from '#platform/database';
import { keyIdOf, type KeyRing } from '#platform/secrets';
import { recordAudit, type Operator } from '#features/access';
import { reencryptSigningKeys } from '#features/clients';
import { reencryptConnectorSecrets } from '#features/connectors';
import {
  annotationsPlace,
  beginning,
  createOperationsStore,
  numberPlace,
  readSealedNumbers,
  clientPlace,
  detailsPlace,
  replaceSealedNumbers,
  replaceSealedTexts,
  type OperationsStore,
  type Position,
  type Resealed,
  type ResealedText,
  type SealedRow,
  type SealedText,
} from '#features/operations';
import { reencryptReasons } from '#features/payments';
import { reencryptReceiptKeys } from '#features/receipts';
import { reencryptSecrets } from '#features/webhooks';
import { releaseOthers } from './canaries-store.ts';
import { operationsIn, readKeyRingStatus, type KeyRingStatus } from './key-ring-status.ts';
import { isNeeded } from './key-uses.ts';

export type RotationNeeds = { readonly database: Database; readonly keyRing: KeyRing };

/** In operations: those looked through, and how many there were at the beginning. */
export type RotationProgress = { readonly done: number; readonly total: number };

export type Rotation = {
  readonly numbers: number;
  readonly annotations: number;
  readonly webhookSecrets: number;
  readonly receipts: number;
  readonly cancelReasons: number;
  readonly signingKeys: number;
  readonly connectorSecrets: number;
  readonly status: KeyRingStatus;
};

// A batch holds its rows for some milliseconds: no statement that wants one of them gives up waiting.
const defaultBatchSize = 500;

/** The rotation leaves alone what hangs on a key that the ring lacks, and the status says it. */
const isReadable = (sealed: Buffer | null, keyRing: KeyRing): sealed is Buffer =>
  sealed !== null && keyRing.ids.includes(keyIdOf(sealed));

const reseal = (row: SealedRow, keyRing: KeyRing, operations: OperationsStore): Resealed | null => {
  const { shop_id: shopId, operation_id: operationId, stale: old } = row;
  if (!isReadable(old, keyRing)) return null;
  const number = keyRing.decrypt(old, numberPlace(shopId, operationId));
  const { encrypted, digest } = operations.sealNumber(shopId, operationId, number);
  return { shopId, operationId, old, encrypted, digest };
};

const placeOf = { annotations: annotationsPlace, client: clientPlace, details: detailsPlace } as const satisfies Record<
  SealedText,
  typeof annotationsPlace
>;

const resealText = (kind: SealedText, row: SealedRow, keyRing: KeyRing): ResealedText | null => {
  const { shop_id: shopId, operation_id: operationId, [`stale_${kind}` as const]: old } = row;
  if (!isReadable(old, keyRing)) return null;
  const place = placeOf[kind](shopId, operationId);
  return { shopId, operationId, old, encrypted: keyRing.encrypt(keyRing.decrypt(old, place), place) };
};

const rewriteTexts = async (
  { database, keyRing }: RotationNeeds,
  kind: SealedText,
  rows: readonly SealedRow[],
): Promise<number> => {
  const resealed = rows.flatMap((row) => resealText(kind, row, keyRing) ?? []);
  return resealed.length === 0 ? 0 : replaceSealedTexts(database, kind, resealed);
};

const rewriteOperations = async (
  needs: RotationNeeds,
  batchSize: number,
  onBatch: (seen: number) => void,
): Promise<Pick<Rotation, 'numbers' | 'annotations'>> => {
  const { database, keyRing } = needs;
  const operations = createOperationsStore(database, keyRing);
  let [numbers, annotations] = [0, 0];
  let position: Position = beginning;
  for (;;) {
    const rows = await readSealedNumbers(database, position, keyRing.ids[0], batchSize);
    const last = rows.at(-1);
    if (last === undefined) return { numbers, annotations };
    const resealed = rows.flatMap((row) => reseal(row, keyRing, operations) ?? []);
    if (resealed.length > 0) numbers += await replaceSealedNumbers(database, resealed);
    numbers += await rewriteTexts(needs, 'client', rows);
    numbers += await rewriteTexts(needs, 'details', rows);
    annotations += await rewriteTexts(needs, 'annotations', rows);
    position = { shopId: last.shop_id, operationId: last.operation_id };
    onBatch(rows.length);
  }
};

/**
 * Rewrites what can be read again under the first key of the ring, bound to its row: numbers with their digests,
 * annotations, webhook secrets, reasons of cancellations, signing keys, secrets of connectors, and the keys of receipts in the database. Servers go on meanwhile.
 * Each batch is a commit of its own and skips what is done
 * already, so one that was cut off is simply begun again. Keys on which nothing hangs any more are let go of.
 */
export const rotateKeyRing = async (
  needs: RotationNeeds,
  actor: Operator,
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
  const cancelReasons = await reencryptReasons(needs);
  const signingKeys = await reencryptSigningKeys(needs);
  const connectorSecrets = await reencryptConnectorSecrets(needs);
  const rewritten = await rewriteOperations(needs, batchSize, (seen) => {
    done += seen;
    onProgress({ done, total: Math.max(done, total) });
  });
  const status = await readKeyRingStatus(needs);
  await releaseOthers(database, [subject, ...status.keys.filter(isNeeded).map(({ keyId }) => keyId)]);
  const all = { ...rewritten, webhookSecrets, receipts, cancelReasons, signingKeys, connectorSecrets };
  await recordAudit(database, { actor, action: 'key_ring.rotated', subject, after: { ...all, keys: status.keys } });
  return { ...all, status: { ...status, unreleased: [] } };
};
