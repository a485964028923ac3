import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import type { Routing } from '#providers';
import type { FileRef, ReceiptStorages } from '../storage/storage.ts';
import type { FileToSubmit, ReceiptFilesStore } from '../upload/receipt-files-store.ts';
import type { ReviewsStore } from './reviews-store.ts';

export type SubmitReceiptsNeeds = {
  readonly files: Pick<ReceiptFilesStore, 'claimToSubmit' | 'endSubmission' | 'providerOf' | 'awaitVerdict'>;
  readonly storages: Pick<ReceiptStorages, 'of'>;
  readonly routing: Pick<Routing, 'provider'>;
  readonly reviews: Pick<ReviewsStore, 'doubt'>;
  readonly log: Log;
  /** How long a provider may take for its verdict. */
  readonly reviewHours: number;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

// Contents of up to 10 MiB are in memory at once.
const mostToSubmit = 4;

const submit = async (needs: SubmitReceiptsNeeds, row: FileToSubmit): Promise<void> => {
  const file: FileRef = { shopId: row.shop_id, fileId: row.file_id };
  const { attempt_id: attemptId } = row;
  if (attemptId === null) return needs.files.endSubmission(file);
  const attempt = { shopId: file.shopId, attemptId };
  if (row.waited_seconds > needs.reviewHours * 3_600) {
    // The payment could not be ended otherwise. A verdict about money still counts when it comes after all.
    needs.log.warn(
      { operationId: row.operation_id },
      'a provider gave no verdict about a receipt: an operator decides',
    );
    if (await needs.reviews.doubt(attempt, file.fileId, 'potential_fake')) needs.followUp();
    return;
  }
  const provider = await needs.routing.provider(await needs.files.providerOf(file.shopId, attemptId));
  const content = await needs.storages.of(row.storage).get(file);
  const answer = await provider.submitReceipt({ attempt, fileId: file.fileId, content });
  if (answer.outcome === 'taken') await needs.files.awaitVerdict(file);
};

/**
 * Gives receipts to the providers that review them, and to an operator those that a provider says nothing about. True when
 * there may be more to do at once.
 */
export const submitReceipts = async (needs: SubmitReceiptsNeeds): Promise<boolean> => {
  const due = await needs.files.claimToSubmit(mostToSubmit);
  await eachApart(due.rows, (row) => submit(needs, row), needs.log, 'a receipt could not be submitted');
  return due.isMore;
};
