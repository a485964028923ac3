import type { RouteOperationId } from '#generated/v1/routes';

/** Operations of the document that have no handler yet. The list may only get shorter. */
export const notYetBuilt = [
  'createPaymentLink',
  'confirmPayment',
] as const satisfies readonly RouteOperationId[];

export type NotYetBuilt = (typeof notYetBuilt)[number];
