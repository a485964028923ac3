import { isVisible, toOperation, type OperationsStore } from '#features/operations';
import { stepOf, type HostedPage } from './hosted-page.ts';
import type { PageRow, PagesStore } from './pages-store.ts';

export type ReadPageNeeds = {
  readonly pages: Pick<PagesStore, 'find'>;
  readonly operations: Pick<OperationsStore, 'decryptNumber'>;
};

const toPage = (row: PageRow, decryptNumber: OperationsStore['decryptNumber']): HostedPage => {
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
  const operationWith = (number: string | null) => toOperation({ ...row, status }, number);
  const { operationId, expectedAmount, actualAmount, currency, cancelReason } = operationWith(null);
  const shown = {
    operationId,
    amount: { amount: expectedAmount, currency },
    payee: row.payee,
    isTest: row.mode === 'test',
  };
  switch (step) {
    case 'pay':
    case 'pay_and_upload':
    case 'upload_again': {
      // Nowhere else: a number that serves nothing is not even decrypted.
      const { destination } = operationWith(decryptNumber(row.shop_id, row.number_encrypted));
      if (destination === null || remainingSeconds === null) throw new Error('What can be paid has a destination.');
      return { ...shown, step, destination, remainingSeconds };
    }
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
  return row === null ? null : toPage(row, needs.operations.decryptNumber);
};
