import {
  readAttempts,
  readAudit,
  readDeliveries,
  readEvents,
  readPostings,
  type ShownAttempt,
  type ShownAudit,
  type ShownDelivery,
  type ShownEvent,
  type ShownPosting,
} from './history-store.ts';
import { showLookedUp, type LookedUp, type LookUpNeeds } from './look-up-operations.ts';
import { rowsById } from './look-up-store.ts';

/** An operation with all that is on record about it. */
export type ShownOperation = {
  readonly operation: LookedUp;
  readonly attempts: readonly ShownAttempt[];
  readonly postings: readonly ShownPosting[];
  readonly events: readonly ShownEvent[];
  readonly deliveries: readonly ShownDelivery[];
  readonly audit: readonly ShownAudit[];
};

/** The operation of this id; null where there is none. Its number is masked, and events are shown without their bodies. */
export const showOperation = async (needs: LookUpNeeds, operationId: string): Promise<ShownOperation | null> => {
  const { database, keyRing } = needs;
  const [row] = await rowsById(database, operationId, { shopId: null, limit: 1 });
  if (row === undefined) return null;
  const attempts = await readAttempts(database, row);
  const subjects = [row.operation_id, ...attempts.map(({ attemptId }) => attemptId)];
  return {
    operation: showLookedUp(row, keyRing),
    attempts,
    postings: await readPostings(database, row),
    events: await readEvents(database, row),
    deliveries: await readDeliveries(database, row),
    audit: await readAudit(database, row, subjects),
  };
};
