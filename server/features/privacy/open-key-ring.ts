import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { createKeyRing, type KeyRing, type SealedPlace } from '#platform/secrets';
import { findSealedSigningKeys, signingKeyPlace } from '#features/clients';
import { connectorSecretPlace, findSealedConnectorSecrets } from '#features/connectors';
import { findSealedNumbers, numberPlace } from '#features/operations';
import { findSealedReasons, reasonPlace } from '#features/payments';
import { contentKeyPlace, findSealedReceiptKeys } from '#features/receipts';
import { findSealedSecrets, secretPlace } from '#features/webhooks';
import { insertCanaries, lockCanaries, markInUse, readCanaries, type CanaryRow } from './canaries-store.ts';
import { fitOf, sealCanary, type Fit } from './canary.ts';
import { countKeyUses, isNeeded, type KeyUse } from './key-uses.ts';

type Options = {
  /** For commands that show or mend a ring: one that lacks a key is opened all the same. */
  readonly mayLackKeys?: boolean;
};

const requireFit = ({ wrong, lacking }: Fit, { mayLackKeys = false }: Options): void => {
  if (wrong.length > 0) throw new OperatorRefusal('key_ring_wrong', { keyIds: wrong });
  if (lacking.length > 0 && !mayLackKeys) throw new OperatorRefusal('key_ring_incomplete', { keyIds: lacking });
};

type Sample = { readonly place: SealedPlace; readonly sealed: Buffer };

const opens = (keyRing: KeyRing, { sealed, place }: Sample): boolean => {
  try {
    keyRing.decrypt(sealed, place);
    return true;
  } catch {
    return false;
  }
};

/** Several of each kind: one that was damaged says nothing about the key. */
const opensData = async (database: Database, keyRing: KeyRing, { keyId, ...use }: KeyUse): Promise<boolean> => {
  const numbers = use.numbers > 0 ? await findSealedNumbers(database, keyId) : [];
  const secrets = use.webhookSecrets > 0 ? await findSealedSecrets(database, keyId) : [];
  const files = use.receipts > 0 ? await findSealedReceiptKeys(database, keyId) : [];
  const reasons = use.cancelReasons > 0 ? await findSealedReasons(database, keyId) : [];
  const signingKeys = use.signingKeys > 0 ? await findSealedSigningKeys(database, keyId) : [];
  const connectors = use.connectorSecrets > 0 ? await findSealedConnectorSecrets(database, keyId) : [];
  const samples: readonly (readonly Sample[])[] = [
    numbers.map(({ shopId, operationId, sealed }) => ({ sealed, place: numberPlace(shopId, operationId) })),
    secrets.map(({ shopId, secretId, sealed }) => ({ sealed, place: secretPlace(shopId, secretId) })),
    files.map(({ sealed, ...file }) => ({ sealed, place: contentKeyPlace(file) })),
    reasons.map(({ shopId, entryId, sealed }) => ({ sealed, place: reasonPlace(shopId, entryId) })),
    signingKeys.map(({ keyId: signingKeyId, sealed }) => ({ sealed, place: signingKeyPlace(signingKeyId) })),
    connectors.map(({ providerId, secretId, sealed }) => ({
      sealed,
      place: connectorSecretPlace(providerId, secretId),
    })),
  ];
  return samples.every((some) => some.length === 0 || some.some((one) => opens(keyRing, one)));
};

/** For a database from before there were canaries: what it holds is opened in their place. Answers the keys in use. */
const examineData = async (database: Database, keyRing: KeyRing): Promise<Fit & { readonly used: string[] }> => {
  const uses = (await countKeyUses(database)).filter(isNeeded);
  const ids: readonly string[] = keyRing.ids;
  const [held, others] = [
    uses.filter(({ keyId }) => ids.includes(keyId)),
    uses.filter(({ keyId }) => !ids.includes(keyId)),
  ];
  const wrong: string[] = [];
  for (const use of held) if (!(await opensData(database, keyRing, use))) wrong.push(use.keyId);
  // A digest from before digests named their key hangs on no key by name.
  const lacking = others.map(({ keyId }) => keyId).filter((keyId) => keyId !== '');
  return { wrong, lacking, unknown: ids, used: held.map(({ keyId }) => keyId) };
};

/** Seals what canaries are missing. Where one process does it, another one waits, and compares with what that has sealed. */
const sealCanaries = (database: Database, keyRing: KeyRing, options: Options): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockCanaries(transaction);
    const canaries = await readCanaries(transaction);
    const fit =
      canaries.length === 0 ? await examineData(transaction, keyRing) : { ...fitOf(keyRing, canaries), used: [] };
    requireFit(fit, options);
    // A ring that opens nothing of what is there seals nothing beside it.
    if (fit.lacking.length > 0 && fit.unknown.length === keyRing.ids.length) return;
    const rows = fit.unknown.map(
      (id): CanaryRow => ({
        key_id: id,
        canary: sealCanary(keyRing, id),
        is_in_use: fit.used.includes(id),
      }),
    );
    if (rows.length > 0) await insertCanaries(transaction, rows);
    await markInUse(transaction, keyRing.ids[0]);
  });

/**
 * The key ring of this database, proved by the canaries there: each was sealed under its key before anything else was.
 * @throws OperatorRefusal when a key is another one than the data was sealed with, or one that is in use is not there
 */
export const openKeyRing = async (database: Database, text: string, options: Options = {}): Promise<KeyRing> => {
  const keyRing = createKeyRing(text);
  const canaries = await readCanaries(database);
  const fit = fitOf(keyRing, canaries);
  requireFit(fit, options);
  const isFirstInUse = canaries.some((row) => row.is_in_use && row.key_id === keyRing.ids[0]);
  if (fit.unknown.length > 0 || !isFirstInUse) await sealCanaries(database, keyRing, options);
  return keyRing;
};

/** Whether a new key ring would leave something in this database that no process can read or recognise any more. */
export const isKeyRingNeeded = async (database: Database): Promise<boolean> =>
  (await readCanaries(database)).length > 0 || (await countKeyUses(database)).length > 0;
