import { messageOf, RequestError } from '#platform/errors';
import { createFairSemaphore, type Refusal } from '#platform/fair-semaphore';
import type { Log } from '#platform/logs';
import type { ScanReceipt } from '../antivirus/scan-receipt.ts';
import type { Expected } from '../pdf/inspection.ts';
import type { PdfInspector } from '../pdf/pdf-inspector.ts';
import { judgeReceipt } from './judge-receipts.ts';
import type { NewFile, ReceiptFilesStore } from './receipt-files-store.ts';
import type { ReceiptStorages } from '../storage/storage.ts';
import type { Upload } from './upload.ts';

export type StoreReceiptNeeds = {
  readonly files: Pick<ReceiptFilesStore, 'record' | 'remember' | 'judge' | 'giveUp' | 'forget'>;
  readonly storages: Pick<ReceiptStorages, 'current'>;
  readonly inspector: Pick<PdfInspector, 'inspect'>;
  readonly scan: ScanReceipt;
  readonly log: Log;
};

export type StoreReceipt = (file: NewFile, upload: Upload, expected: Expected) => Promise<StoredOutcome>;

/** The content of a file that is not `recorded` is removed. */
export type StoredOutcome = 'recorded' | 'same_file' | 'wrong_state';

// Contents in memory at once, each up to 10 MiB and held about three times on its way to a storage. A shop has one of them,
// so that its files never keep more than one processor from the next shop's.
const limits = { atATime: 4, perGroup: 1, perMember: 1, waiting: 200, waitingPerGroup: 51, waitingPerMember: 2 };
// Half a minute of work as long as files are what they should be. One that is not takes seconds to look at, and then
// who had to wait for longer than this is told to come again.
const defaultWaitMs = 30_000;

const refusals = {
  full: () => new RequestError('temporarily_unavailable'),
  own_share: () => new RequestError('too_many_requests', { message: 'too many uploads at once' }),
} as const satisfies Record<Refusal, () => RequestError>;

/** Takes back what is not recorded; what this leaves behind, the sweep removes. */
const takeBack = async (
  { files, storages, log }: StoreReceiptNeeds,
  file: NewFile,
  isStored: boolean,
): Promise<void> => {
  try {
    // A storage that did not answer may still be writing, and no request waits for it twice: that content goes a minute later.
    if (!(await files.giveUp(file)) || !isStored) return;
    await storages.current.remove(file);
    await files.forget(file);
  } catch (error) {
    log.warn({ fileId: file.fileId, cause: messageOf(error) }, 'a receipt that was not recorded is removed later');
  }
};

/**
 * Looks at a file, stores its content and records both, for a few files at a time. A file whose row is there ends up
 * recorded or removed, whatever happens in between.
 */
export const createStoreReceipt = (needs: StoreReceiptNeeds, waitMs = defaultWaitMs): StoreReceipt => {
  const { run } = createFairSemaphore(limits, (reason) => refusals[reason]());
  const store = async (file: NewFile, upload: Upload, expected: Expected): Promise<StoredOutcome> => {
    const content = await upload.read();
    // Both before anything is kept; a reviewer opens whatever it is, so a file that is no PDF is scanned as well.
    const [inspection, antivirus] = await Promise.all([
      needs.inspector.inspect(content, expected, file),
      needs.scan(content),
    ]);
    await needs.storages.current.put(file, content).catch((error: unknown) => {
      needs.log.error({ cause: messageOf(error) }, 'a receipt could not be stored');
      throw refusals.full();
    });
    const findings = { ...inspection, antivirus };
    const outcome = await needs.files.record(file, findings);
    if (outcome === 'recorded') await judgeReceipt(needs.files, { ...file, digest: upload.digest, findings });
    return outcome;
  };
  return async (file, upload, expected) => {
    const askedAtMs = performance.now();
    let hasToWait = false;
    let stored: StoredOutcome | undefined;
    try {
      const turn = run({ group: file.shopId, member: file.operationId }, async () => {
        if (hasToWait && performance.now() - askedAtMs > waitMs) throw refusals.full();
        return store(file, upload, expected);
      });
      // An upload that has a turn at once has begun by now.
      hasToWait = true;
      stored = await turn;
      return stored;
    } finally {
      if (stored !== 'recorded') await takeBack(needs, file, stored !== undefined);
    }
  };
};
