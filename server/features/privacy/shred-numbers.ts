import type { Database } from '#platform/database';
import { messageOf } from '#platform/errors';
import type { OperationId, ShopId } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { shredReasons } from '#features/payments';
import { readShopIds, shredSomeLeftovers, shredStretch, type Stretch } from './shredding-store.ts';

export type ShredNeeds = {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'numbersShredded'>;
  readonly log: Log;
  /** How long after its end an operation keeps its number. */
  readonly retentionDays: number;
};

// A step holds its rows for some milliseconds: no statement that wants one of them gives up waiting.
const defaultSize = 500;

const shredShop = async (needs: ShredNeeds, shopId: ShopId, size: number): Promise<void> => {
  const { database, metrics, retentionDays } = needs;
  const limits = { retentionDays, size };
  for (let isMore = true; isMore; ) {
    const step = await shredSomeLeftovers(database, shopId, limits);
    metrics.numbersShredded.inc(step.numbers);
    isMore = step.isMore;
  }
  while ((await shredReasons(database, shopId, limits)) === size);
  let from: OperationId | null = null;
  do {
    const stretch: Stretch | null = await shredStretch(database, shopId, from, limits);
    if (stretch === null) return;
    metrics.numbersShredded.inc(stretch.numbers);
    from = stretch.reached;
  } while (from !== null);
};

/**
 * Removes the numbers, names and addresses of operations that ended longer ago than they are kept, and the reasons of
 * cancellations. Each step is a commit
 * of its own, so that a later run goes on where this one was cut off, on whichever instance.
 */
export const shredNumbers = async (needs: ShredNeeds, size = defaultSize): Promise<void> => {
  const failures: unknown[] = [];
  for (const shopId of await readShopIds(needs.database)) {
    await shredShop(needs, shopId, size).catch((error: unknown) => {
      needs.log.error({ shopId, cause: messageOf(error) }, 'Numbers of a shop could not be shredded.');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
};
