import { runStatement, type Database, type Statement } from '#platform/database';
import type { EventId, ShopId } from '#platform/ids';

export type UndispatchedEvent = { readonly shop_id: ShopId; readonly event_id: EventId };

// By the index events_undispatched, over all shops and without locks: what turns them into work names one shop at a time, and
// looks again whether they are undispatched.
const candidates: Statement = {
  name: 'outbox_undispatched',
  text: `select shop_id, event_id from events where dispatched_at is null order by created_at limit $1`,
};

/** The oldest events that nothing has been made of yet. Another process may take them at this moment. */
export const findUndispatched = (database: Database, limit: number): Promise<UndispatchedEvent[]> =>
  runStatement(database, candidates, [limit]);
