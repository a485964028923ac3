export { createOperationsStore, operationColumns, type OperationRow, type OperationsStore } from './operations-store.ts';
export { operationOf, getOperationState, type Lookup } from './get-operation-state.ts';
export {
  toOperation,
  type Destination,
  type EvidenceStatus,
  type Operation,
  type OperationRecord,
  type OperationScope,
  type OperationState,
  type Receipt,
} from './operation.ts';
export {
  isTerminal,
  isVisible,
  nextStatuses,
  statuses,
  type Api,
  type CancelReason,
  type ManualCheckReason,
  type OperationType,
  type Status,
  type StoredStatus,
} from './operation-states.ts';
