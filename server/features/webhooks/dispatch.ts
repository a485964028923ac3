import pLimit from 'p-limit';
import { findUndispatched, type UndispatchedEvent } from '#outbox';
import type { Database } from '#platform/database';
import type { EventId, ShopId } from '#platform/ids';
import { dispatchEvents, type ReceiverKey } from './deliveries-store.ts';

const batch = 500;

/** So many shops at a time, so that requests find connections. */
const shopsAtOnce = 4;

const byShop = (events: readonly UndispatchedEvent[]): Map<ShopId, EventId[]> => {
  const shops = new Map<ShopId, EventId[]>();
  for (const { shop_id: shopId, event_id: eventId } of events) {
    const ids = shops.get(shopId);
    if (ids === undefined) shops.set(shopId, [eventId]);
    else ids.push(eventId);
  }
  return shops;
};

/**
 * Turns the oldest undispatched events into deliveries, each shop's by a statement of its own, and tells who has something to
 * be sent as soon as that is stored. True when more may be waiting.
 */
export const dispatch = async (database: Database, begin: (key: ReceiverKey) => void): Promise<boolean> => {
  const events = await findUndispatched(database, batch);
  const limit = pLimit(shopsAtOnce);
  const dispatched = await Promise.allSettled(
    [...byShop(events)].map(([shopId, eventIds]) =>
      limit(async () => {
        const { taken, receiver_ids: receiverIds } = await dispatchEvents(database, shopId, eventIds);
        for (const receiverId of receiverIds) begin({ shop_id: shopId, receiver_id: receiverId });
        return taken;
      }),
    ),
  );
  const failed = dispatched.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  // Where none could be had, others are at them: a look at once would only find them again.
  return events.length === batch && dispatched.some((one) => one.status === 'fulfilled' && one.value > 0);
};
