import type { OperationsHandlers, RequestOf } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { ListFilters, OperationPage, Place } from '#features/operations';
import { unfitPlace } from '../http/unfit-request.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { toWireOperation } from './operation.ts';

export type OperationPagesFeature = {
  readonly listOperations: (
    caller: Caller,
    filters: ListFilters,
    page: { readonly after: Place | null; readonly limit: number },
  ) => Promise<OperationPage>;
};

type Query = RequestOf<'listOperations'>['query'];

const defaultLimit = 50;
const expected = 'a time with an offset such as 2026-02-01T00:00:00Z';

/** The document lets date and time through as RFC 3339 has them, and a leap second is one that no clock here has. */
const timeOf = (name: 'created_from' | 'created_before', text: string | undefined): Date | null => {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw unfitPlace(`/query/${name}`, 'format', { expected });
  return time;
};

const filtersOf = (query: Query): ListFilters => ({
  createdFrom: timeOf('created_from', query.created_from),
  createdBefore: timeOf('created_before', query.created_before),
  statuses: query.status ?? null,
  type: query.type ?? null,
  merchantOperationId: query.merchant_operation_id ?? null,
});

/** Whose list it is and what it leaves out, however the filters were written. */
const listingOf = ({ shopId }: Caller, { statuses, ...others }: ListFilters): string =>
  JSON.stringify([shopId, others, statuses === null ? null : [...new Set(statuses)].sort()]);

const placeOf = (cursor: string, listing: string): Place => {
  const place = readCursor(cursor, listing);
  if (place === null) throw unfitPlace('/query/cursor', 'wrong_cursor', {});
  return place;
};

export const v1OperationPages = ({ listOperations }: OperationPagesFeature) =>
  ({
    listOperations: async ({ query }, caller) => {
      const filters = filtersOf(query);
      const listing = listingOf(caller, filters);
      const after = query.cursor === undefined ? null : placeOf(query.cursor, listing);
      const { operations, next } = await listOperations(caller, filters, { after, limit: query.limit ?? defaultLimit });
      return {
        status: 200,
        body: {
          items: operations.map(toWireOperation),
          next_cursor: next === null ? null : writeCursor(next, listing),
        },
      };
    },
  }) satisfies Pick<OperationsHandlers<Caller>, 'listOperations'>;
