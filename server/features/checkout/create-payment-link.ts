import type { CreateRequest, CreateScope, Operation } from '#features/operations';
import type { PagesStore } from './pages-store.ts';

export type CreatePaymentLinkNeeds = {
  readonly createPayment: (scope: CreateScope, order: CreateRequest) => Promise<Operation>;
  readonly pages: Pick<PagesStore, 'open'>;
  /** Where the pages are, without a slash at the end. */
  readonly payUrl: () => string;
};

export type PaymentLink = { readonly operation: Operation; readonly paymentUrl: string };

/**
 * Creates a payment as createPayment does, under the same identifiers, and opens its page. A process that dies in between
 * leaves a payment without one; a merchant that got no answer asks again, and that opens it.
 * @throws RequestError what createPayment throws
 */
export const createPaymentLink = async (
  { createPayment, pages, payUrl }: CreatePaymentLinkNeeds,
  scope: CreateScope,
  order: CreateRequest,
): Promise<PaymentLink> => {
  const operation = await createPayment(scope, order);
  await pages.open(scope.shopId, operation.operationId);
  return { operation, paymentUrl: `${payUrl()}/${operation.operationId}` };
};
