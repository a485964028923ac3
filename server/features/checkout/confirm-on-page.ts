import { RequestError } from '#platform/errors';
import type { ConfirmPayment, Upload } from '#features/receipts';
import type { PagesStore } from './pages-store.ts';

type Receipt = { readonly operationId: string; readonly upload: Upload };

export type ConfirmOnPageNeeds = {
  readonly pages: Pick<PagesStore, 'findShop'>;
  readonly confirmPayment: ConfirmPayment;
};

/**
 * Takes a receipt from the payer as confirmPayment takes it from the merchant.
 * @throws RequestError operation_not_found where there is no page, and what confirmPayment throws
 */
export const confirmOnPage = async (needs: ConfirmOnPageNeeds, receipt: Receipt): Promise<void> => {
  const shopId = await needs.pages.findShop(receipt.operationId);
  if (shopId === null) throw new RequestError('operation_not_found');
  await needs.confirmPayment({ shopId, api: 'v1' }, receipt);
};
