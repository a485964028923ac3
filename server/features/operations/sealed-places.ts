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

/** Where an operation keeps what its merchant told of its client. */
export const clientPlace = (shopId: string, operationId: string): SealedPlace => ({
  purpose: 'operations.client_encrypted',
  owner: `client of ${shopId}/${operationId}`,
  rowId: operationId,
});

/** Where an operation keeps what its destination has beside its number. */
export const detailsPlace = (shopId: string, operationId: string): SealedPlace => ({
  purpose: 'operations.details_encrypted',
  owner: `details of ${shopId}/${operationId}`,
  rowId: operationId,
});
