export type { Adjustment } from './adjustment.ts';
export { apiProfiles, profileOf, type ApiProfile } from './api-profile.ts';
export { annotationsOf, type Annotations } from './annotations.ts';
export {
  asHex,
  hashRequest,
  canonicalRequestOf,
  checkedRequest,
  identifierReused,
  isSameRequest,
  refuseDuplicate,
  requireSameRequest,
  toCreateColumns,
  type CreateRequest,
  type CreateScope,
  type SentCreate,
  type UrlCheck,
} from './create-body.ts';
export {
  createFindKeyHolder,
  digestOfKey,
  keyHolderColumns,
  type FindKeyHolder,
  type KeyHolder,
} from './idempotency-keys-store.ts';
export {
  createOperationsStore,
  operationColumns,
  type OperationRow,
  type OperationsStore,
  type SealedNumber,
} from './operations-store.ts';
export { createFindForeign } from './foreign-operations-store.ts';
export { operationNotFound } from './operation-not-found.ts';
export { operationOf, getOperationState } from './get-operation-state.ts';
export { foldOperationCounts } from './fold-operation-counts.ts';
export {
  findNamedOperations,
  pageOperations,
  readOperation,
  type CountedOperations,
  type PageOperationsNeeds,
} from './page-operations.ts';
export { listOperations, type ListFilters, type ListOperationsNeeds, type OperationPage } from './list-operations.ts';
export { createListStore, newestInRange, type ListStore, type Place } from './list-store.ts';
export { createNoteContradiction, type NoteContradiction } from './contradictions-store.ts';
export { watchContradiction } from './watch-contradiction.ts';
export { showOperation, type ShownOperation } from './show-operation.ts';
export {
  listOperationsOfShop,
  lookUpOperations,
  type LookedUp,
  type LookUpNeeds,
  type Sought,
} from './look-up-operations.ts';
export { maskNumber, type Rail } from './mask-number.ts';
export { plainName, type Client } from './sealed-persons.ts';
export { annotationsPlace, clientPlace, detailsPlace, numberPlace } from './sealed-places.ts';
export {
  beginning,
  countNextKeys,
  findSealedNumbers,
  readSealedNumbers,
  replaceSealedNumbers,
  replaceSealedTexts,
  type KeyCount,
  type Position,
  type Resealed,
  type ResealedText,
  type SealedRow,
  type SealedText,
} from './sealed-numbers-store.ts';
export { createdOperation } from './created-operation.ts';
export {
  nothingSealed,
  toOperation,
  type Destination,
  type EvidenceStatus,
  type Operation,
  type OperationRecord,
  type OperationScope,
  type LinkedReceipt,
  type Lookup,
  type OperationState,
  type Receipt,
  type Unsealed,
} from './operation.ts';
export {
  isTerminal,
  isVisible,
  nextStatuses,
  statuses,
  type CancelReason,
  type ManualCheckReason,
  type OperationType,
  type Status,
  type StoredStatus,
} from './operation-states.ts';
