import type { Database } from '#platform/database';
import { operationOf } from './get-operation-state.ts';
import { operationNotFound } from './operation-not-found.ts';
import type { Operation, OperationScope } from './operation.ts';
import { isVisible } from './operation-states.ts';
import type { OperationsStore } from './operations-store.ts';
import { readNamed, readPage } from './pages-store.ts';

export type PageOperationsNeeds = {
  readonly database: Database;
  readonly operations: Pick<OperationsStore, 'findById' | 'unseal'>;
};

/** Newest first by the time of creation, then by id, both descending. */
export type CountedOperations = {
  readonly operations: readonly Operation[];
  /** How many there are, on this page or not. */
  readonly total: number;
};

/** An operation that is named more often than that was reused by a loop of its merchant's. */
const mostNamed = 500;

/**
 * The operations of a shop and API from the place `skip` on, counted from the newest, at the most `take`, and how many there are
 * at that moment.
 *
 * Their order never changes and none ever leaves it. Operations that are created, or decided, while pages are read one after the
 * other push older ones towards the end: a page may repeat what the page before had, and none skips what was there when the
 * first one was read.
 */
export const pageOperations = async (
  { database, operations }: PageOperationsNeeds,
  scope: OperationScope,
  part: { readonly skip: number; readonly take: number },
): Promise<CountedOperations> => {
  const { rows, total } = await readPage(database, scope, part);
  return { operations: rows.map((row) => operationOf(row, operations)), total };
};

/** Every operation that this identifier has named, newest first: it may have been free again, as the profile of its API has it. */
export const findNamedOperations = async (
  { database, operations }: PageOperationsNeeds,
  scope: OperationScope,
  merchantOperationId: string,
): Promise<CountedOperations> => {
  const rows = await readNamed(database, scope, merchantOperationId, mostNamed);
  return { operations: rows.map((row) => operationOf(row, operations)), total: rows[0]?.total ?? 0 };
};

/**
 * The operation of this id, without what proves its transfers.
 * @throws RequestError operation_not_found
 */
export const readOperation = async (
  { operations }: Pick<PageOperationsNeeds, 'operations'>,
  { shopId, api }: OperationScope,
  operationId: string,
): Promise<Operation> => {
  const found = await operations.findById(shopId, api, operationId);
  if (found === null || !isVisible(found.row.status)) throw operationNotFound({ operationId });
  return operationOf(found.row, operations);
};
