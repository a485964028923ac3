import { messageOf } from './errors.ts';
import type { Log } from './logs.ts';

/** Works on all items at once. One that fails is logged as `failure` and leaves the others as they are. */
export const eachApart = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  log: Log,
  failure: string,
): Promise<void> => {
  const results = await Promise.allSettled(items.map(work));
  for (const result of results) {
    if (result.status === 'rejected') log.error({ cause: messageOf(result.reason) }, failure);
  }
};
