import type { Operation, OperationStatus, OperationType } from './operation.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** Which operations to list; all that are given must hold. */
export interface ListOperationsParams {
  /** Created at this time or later. */
  created_from?: Date | string;
  /** Created before this time, which itself is not included. */
  created_before?: Date | string;
  /** One status, or several. */
  status?: OperationStatus | OperationStatus[];
  type?: OperationType;
  /** Your own identifier: at most one operation has it. */
  merchant_operation_id?: string;
  /** How many operations one page holds at most: 1 to 500, 50 by default. */
  limit?: number;
  /** Where to begin: the `next_cursor` of a page that was asked for with the same filters. */
  cursor?: string;
}

/** A part of a list, and where the rest of it begins. */
export interface OperationPage {
  /** Newest first. */
  items: Operation[];
  /** The `cursor` of the next page; `null` on the last one. */
  next_cursor: string | null;
}

/**
 * A list that is asked for as far as it is read: `await` it for one page, or go through all operations with
 * `for await`. Each asks anew.
 */
export interface OperationList extends PromiseLike<OperationPage>, AsyncIterable<Operation> {
  /** Goes through the pages, this one first. */
  pages(): AsyncIterable<OperationPage>;
}

const textOf = (time: Date | string | undefined): string | undefined =>
  time instanceof Date ? time.toISOString() : time;

export const listOperations = (
  send: Transport,
  { created_from, created_before, status, ...others }: ListOperationsParams = {},
  options?: RequestOptions,
): OperationList => {
  const from = textOf(created_from);
  const before = textOf(created_before);
  const filters = {
    ...others,
    ...(from !== undefined && { created_from: from }),
    ...(before !== undefined && { created_before: before }),
    ...(status !== undefined && { status: typeof status === 'string' ? [status] : status }),
  };
  const read = (cursor = others.cursor): Promise<OperationPage> => {
    const query = { ...filters, ...(cursor !== undefined && { cursor }) };
    return send((client, fetch) => client.GET('/v1/operations', { params: { query }, fetch }), options);
  };
  const pages = async function* (): AsyncGenerator<OperationPage> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read(cursor);
      yield page;
      cursor = page.next_cursor;
    }
  };
  return {
    then: (fulfilled, rejected) => read().then(fulfilled, rejected),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
};
