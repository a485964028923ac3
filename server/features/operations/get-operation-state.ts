import { RequestError } from '#platform/errors';
import { toOperation, type EvidenceStatus, type Operation, type OperationScope, type OperationState } from './operation.ts';
import { isTerminal, isVisible, type Status } from './operation-states.ts';
import type { FoundState, OperationRow, OperationsStore } from './operations-store.ts';

export type Lookup = { readonly operationId: string } | { readonly merchantOperationId: string };

/** The operation of a row whose create was accepted. */
export const operationOf = (row: OperationRow, store: Pick<OperationsStore, 'decryptNumber'>): Operation => {
  if (!isVisible(row.status)) throw new Error(`An operation that is ${row.status} is not shown.`);
  return toOperation({ ...row, status: row.status }, store.decryptNumber(row.shop_id, row.number_encrypted));
};

const evidenceOf = (status: Status, { receipts }: FoundState): EvidenceStatus => {
  if (!isTerminal(status)) return 'not_ready';
  return receipts.some((receipt) => receipt.isSynthetic) ? 'partial' : 'complete';
};

/** Reads the latest state; an operation of another shop or API is as absent as one that never was. */
export const getOperationState = async (
  store: OperationsStore,
  scope: OperationScope,
  lookup: Lookup,
): Promise<OperationState> => {
  const found =
    'operationId' in lookup
      ? await store.findById(scope.shopId, scope.api, lookup.operationId)
      : await store.findByIdentifier(scope.shopId, scope.api, lookup.merchantOperationId);
  if (found === null || !isVisible(found.row.status)) throw new RequestError('operation_not_found');
  return {
    operation: operationOf(found.row, store),
    evidence: evidenceOf(found.row.status, found),
    receipts: found.receipts,
  };
};
