import { messageOf, RequestError } from '#platform/errors';
import type { ShopId } from '#platform/ids';
import type { Log } from '#platform/logs';
import {
  toOperation,
  type EvidenceStatus,
  type LinkedReceipt,
  type Lookup,
  type Operation,
  type OperationScope,
  type OperationState,
  type Receipt,
} from './operation.ts';
import { operationNotFound } from './operation-not-found.ts';
import { isTerminal, isVisible, type Status } from './operation-states.ts';
import type { FoundState, OperationRow, OperationsStore } from './operations-store.ts';

/** The operation of a row whose create was accepted. */
export const operationOf = (row: OperationRow, store: Pick<OperationsStore, 'unseal'>): Operation => {
  if (!isVisible(row.status)) throw new Error(`An operation that is ${row.status} is not shown.`);
  return toOperation({ ...row, status: row.status }, store.unseal(row));
};

export type GetOperationStateNeeds = {
  readonly operations: Pick<OperationsStore, 'findById' | 'findByIdentifier' | 'unseal'>;
  /** Rejects when the document cannot be had just now. */
  readonly linkReceipt: (shopId: ShopId, operationId: string, receipt: Receipt) => Promise<string | null>;
  readonly log: Log;
};

const evidenceOf = (status: Status, { receipts, isEvidencePending }: FoundState): EvidenceStatus => {
  if (!isTerminal(status)) return 'not_ready';
  if (isEvidencePending) return 'unavailable';
  return receipts.some((receipt) => receipt.isSynthetic) ? 'partial' : 'complete';
};

/** Null when a single one of the links cannot be had: a part of the list is never shown. */
const linkAll = async ({ linkReceipt, log }: GetOperationStateNeeds, { row, receipts }: FoundState) => {
  try {
    const shopId = row.shop_id as ShopId;
    return await Promise.all(
      receipts.map(async (receipt) => ({ ...receipt, url: await linkReceipt(shopId, row.operation_id, receipt) })),
    );
  } catch (error) {
    log.error({ operationId: row.operation_id, cause: messageOf(error) }, 'a receipt cannot be linked to');
    return null;
  }
};

/**
 * Reads the latest state; an operation of another shop or API is as absent as one that never was.
 * @throws RequestError operation_not_found; evidence_unavailable, only when it was asked for by `operationId`
 */
export const getOperationState = async (
  needs: GetOperationStateNeeds,
  scope: OperationScope,
  lookup: Lookup,
): Promise<OperationState> => {
  const found =
    'operationId' in lookup
      ? await needs.operations.findById(scope.shopId, scope.api, lookup.operationId)
      : await needs.operations.findByIdentifier(scope.shopId, scope.api, lookup.merchantOperationId);
  if (found === null || !isVisible(found.row.status)) throw operationNotFound(lookup);
  const operation = operationOf(found.row, needs.operations);
  const evidence = evidenceOf(found.row.status, found);
  const receipts: readonly LinkedReceipt[] | null = evidence === 'unavailable' ? null : await linkAll(needs, found);
  if (receipts !== null) return { operation, evidence, receipts };
  if ('operationId' in lookup) {
    const { operationId, merchantOperationId, status: operationStatus } = operation;
    throw new RequestError('evidence_unavailable', { operationId, merchantOperationId, operationStatus });
  }
  return { operation, evidence: 'unavailable', receipts: [] };
};
