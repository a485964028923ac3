import type { SealedPlace } from '#platform/secrets';

/** Where an operation keeps its destination number. */
export const numberPlace = (shopId: string, operationId: string): SealedPlace => ({
  purpose: 'operations.number_encrypted',
  owner: shopId,
  rowId: operationId,
});

/** Where an operation keeps what its merchant attached. */
export const annotationsPlace = (shopId: string, operationId: string): SealedPlace => ({
  purpose: 'operations.annotations_encrypted',
  owner: `annotations of ${shopId}/${operationId}`,
  rowId: operationId,
});
