import { isVisible, toOperation, type OperationsStore } from '#features/operations';
import { stepOf, type HostedPage } from './hosted-page.ts';
import type { PageRow, PagesStore } from './pages-store.ts';

export type ReadPageNeeds = {
  readonly pages: Pick<PagesStore, 'find'>;
  readonly operations: Pick<OperationsStore, 'unseal'>;
};

const toPage = (row: PageRow, unseal: OperationsStore['unseal']): HostedPage => {
  const { status } = row;
  if (!isVisible(status)) throw new Error(`An operation that is ${status} has no page.`);
  const remainingSeconds = row.remaining_seconds;
  const step = stepOf({
    status,
    isReceiptHeld: row.is_receipt_held,
    isExpiring: row.is_expiring,
    eventSequence: row.event_sequence,
    remainingSeconds,
  });
  // A number that serves nothing is not even decrypted.
  const isPaidTo = step === 'pay' || step === 'pay_and_upload' || step === 'upload_again';
  const unsealed = unseal(isPaidTo ? row : { ...row, number_encrypted: null });
  const operation = toOperation({ ...row, status }, unsealed);
  const { operationId, expectedAmount, actualAmount, currency, cancelReason, destination } = operation;
  const shown = {
    operationId,
    amount: { amount: expectedAmount, currency },
    payee: row.payee,
    isTest: row.mode === 'test',
    description: operation.annotations?.description ?? null,
    returnUrl: operation.annotations?.returnUrl ?? null,
  };
  switch (step) {
    case 'pay':
    case 'pay_and_upload':
    case 'upload_again':
      if (destination === null || remainingSeconds === null) throw new Error('What can be paid has a destination.');
      return { ...shown, step, destination, remainingSeconds };
    case 'paid':
      return { ...shown, step, received: { amount: actualAmount, currency } };
    case 'cancelled':
      if (cancelReason === null) throw new Error('What was cancelled has a reason.');
      return { ...shown, step, reason: cancelReason };
    default:
      return { ...shown, step };
  }
};

/** Null for a payment whose page was never asked for, as for one that does not exist. */
export const readPage = async (needs: ReadPageNeeds, operationId: string): Promise<HostedPage | null> => {
  const row = await needs.pages.find(operationId);
  return row === null ? null : toPage(row, needs.operations.unseal);
};
