import { runStatement, type Database, type Statement } from '#platform/database';
import { createBatcher } from '#platform/batching';
import { isUuid } from '#platform/ids';

// In each of the other shops by the primary key: no index begins with the operation.
const findForeignOperations: Statement = {
  name: 'find_foreign_operations',
  text: `select distinct place::integer from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (shop_id, operation_id, place)
    cross join shops s where s.shop_id <> asked.shop_id and (select true from operations o
      where o.shop_id = s.shop_id and o.operation_id = asked.operation_id)`,
};

type Asked = { readonly shopId: string; readonly operationId: string };

const runGroup = async (database: Database, asked: readonly Asked[]): Promise<boolean[]> => {
  const places = await runStatement<{ readonly place: number }>(database, findForeignOperations, [
    asked.map(({ shopId }) => shopId),
    asked.map(({ operationId }) => operationId),
  ]);
  const found = new Set(places.map(({ place }) => place));
  return asked.map((_one, index) => found.has(index + 1));
};

// A caller that asks for ever more of them gets no more of the database than one connection, and no more memory than this.
const mostWaiting = 500;

/** Tells for the log whether an operation that a shop asked for is another shop's; false as well while too many wait for it. */
export const createFindForeign = (database: Database) => {
  const find = createBatcher<Asked, boolean>({
    run: (asked) => runGroup(database, asked),
    mostItems: 16,
    mostRunning: 1,
  });
  let waiting = 0;
  return async (shopId: string, operationId: string): Promise<boolean> => {
    // Ids of ours are of version 7: what was made up is seldom worth a question.
    if (waiting >= mostWaiting || !isUuid(operationId) || operationId[14] !== '7') return false;
    waiting += 1;
    try {
      return await find({ shopId, operationId });
    } finally {
      waiting -= 1;
    }
  };
};
