import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { EventId, ShopId } from '#platform/ids';
import { replayEvent, replayRange, type ReplayCount } from './replay.ts';

/** One event, or those of a half-open interval. */
export type Replayed =
  | { readonly eventId: EventId }
  | { readonly from: Date; readonly to: Date; readonly includesDelivered: boolean };

type Order = {
  readonly shop: { readonly shopId: ShopId; readonly name: string };
  readonly what: Replayed;
  readonly actor: Operator;
};

/** Sends again what an operator asks for. */
export const replayByHand = async (
  { database }: { readonly database: Database },
  { shop: { shopId, name }, what, actor }: Order,
): Promise<ReplayCount> => {
  const after = 'eventId' in what ? { event_id: what.eventId, includesDelivered: false } : { ...what };
  // First, because a replay is made of many commits: one that is cut off must be on record too.
  await recordAudit(database, { actor, action: 'webhooks.replayed', subject: name, shopId, after });
  return 'eventId' in what
    ? replayEvent({ database }, { shopId, eventId: what.eventId })
    : replayRange({ database }, { shopId, ...what });
};
