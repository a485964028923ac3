import { operationOf } from './get-operation-state.ts';
import type { ListStore, Place, Range } from './list-store.ts';
import type { Operation, OperationScope } from './operation.ts';
import { statuses, type OperationType, type Status } from './operation-states.ts';
import type { OperationsStore } from './operations-store.ts';

export type ListFilters = {
  readonly createdFrom: Date | null;
  /** Not itself part of the interval. */
  readonly createdBefore: Date | null;
  /** Null for all. */
  readonly statuses: readonly Status[] | null;
  readonly type: OperationType | null;
  readonly merchantOperationId: string | null;
};

export type OperationPage = {
  readonly operations: readonly Operation[];
  /** The last one's place, where more follow. */
  readonly next: Place | null;
};

export type ListOperationsNeeds = {
  readonly list: ListStore;
  readonly operations: Pick<OperationsStore, 'unseal'>;
};

const lowestId = '00000000-0000-0000-0000-000000000000';

/** The interval's end is a place like a page's: the one after all that was created at that time. */
const beginningOf = ({ createdBefore }: ListFilters, after: Place | null): Place | null => {
  const end = createdBefore === null ? null : { createdAt: createdBefore, operationId: lowestId };
  if (after === null || end === null) return after ?? end;
  return end.createdAt <= after.createdAt ? end : after;
};

/** The operations of a shop that a merchant can see, newest first, behind a place in the order of their creation. */
export const listOperations = async (
  { list, operations }: ListOperationsNeeds,
  { shopId, api }: OperationScope,
  filters: ListFilters,
  page: { readonly after: Place | null; readonly limit: number },
): Promise<OperationPage> => {
  const range: Range = {
    types: filters.type === null ? ['payment', 'payout'] : [filters.type],
    // Each is a range of its own: one that is named twice would be listed twice.
    statuses: filters.statuses === null ? statuses : [...new Set(filters.statuses)],
    createdFrom: filters.createdFrom,
    before: beginningOf(filters, page.after),
    // One more than is shown tells whether there is a next page.
    limit: page.limit + 1,
  };
  const rows =
    filters.merchantOperationId === null
      ? await list.findNewest(shopId, api, range)
      : await list.findNamed(shopId, api, filters.merchantOperationId, range);
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    operations: shown.map((row) => operationOf(row, operations)),
    next: last === undefined ? null : { createdAt: last.created_at, operationId: last.operation_id },
  };
};
