import { RequestError } from '#platform/errors';
import type { ConfirmPayment, Upload } from '#features/receipts';
import type { PagesStore } from './pages-store.ts';

type Receipt = { readonly operationId: string; readonly upload: Upload };

export type ConfirmOnPageNeeds = {
  readonly pages: Pick<PagesStore, 'findScope'>;
  readonly confirmPayment: ConfirmPayment;
};

/**
 * Takes a receipt from the payer as confirmPayment takes it from the merchant.
 * @throws RequestError operation_not_found where there is no page, and what confirmPayment throws
 */
export const confirmOnPage = async (needs: ConfirmOnPageNeeds, receipt: Receipt): Promise<void> => {
  const scope = await needs.pages.findScope(receipt.operationId);
  if (scope === null) throw new RequestError('operation_not_found');
  await needs.confirmPayment(scope, receipt);
};
