import { apis, type Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import { profileOf } from './api-profile.ts';
import { foldCounts, readCountedShops } from './counts-store.ts';

type Needs = { readonly database: Database; readonly log: Log };

type Folding = {
  /** An operation has the time at which its statement began. After this long that is over, and its rows are to be seen. */
  readonly settledAfterMs: number;
  /** How many operations a stretch has before the next one begins. A page is found by stretches, and then within one. */
  readonly stretchSize: number;
};

const usual: Folding = { settledAfterMs: 120_000, stretchSize: 5_000 };

/**
 * Counts what was created since the last time, so that totals need not be counted anew. Each step is a commit of its own, and
 * moves the end of what is counted together with the count: a process that dies leaves no half of it, and one that finds
 * another at work leaves the shop to it.
 */
export const foldOperationCounts = async ({ database, log }: Needs, folding: Folding = usual): Promise<void> => {
  const counted = apis.filter((api) => profileOf(api).tellsTotals);
  for (const shopId of await readCountedShops(database)) {
    const foldAll = async (api: Api): Promise<void> => {
      while (await foldCounts(database, { shopId, api, ...folding }));
    };
    await eachApart(counted, foldAll, log, 'the operations of a shop could not be counted');
  }
};
