import type { Database } from '#platform/database';
import type { EndpointId, EventId, ShopId } from '#platform/ids';
import { replayChunk, selectDeliveries, type DeliveryFilter, type DeliveryRow } from './replay-store.ts';

type Needs = { readonly database: Database };

export type Delivery = {
  readonly eventId: EventId;
  /** Null where it has a URL of its own, which its operation was given. */
  readonly endpointId: EndpointId | null;
  readonly url: string;
  readonly operationId: string;
  readonly type: string;
  readonly status: DeliveryRow['status'];
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastHttpStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

export type ReplayCount = { readonly events: number; readonly deliveries: number };

/** Deliveries of a shop, those of the newest event first. */
export const listDeliveries = async (needs: Needs, filter: DeliveryFilter): Promise<Delivery[]> => {
  const rows = await selectDeliveries(needs.database, filter);
  return rows.map((row) => ({
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    url: row.url,
    operationId: row.operation_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    lastHttpStatus: row.last_http_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }));
};

const chunkEvents = 1_000;
const clockSlackMs = 60 * 60 * 1_000;

/** The smallest or largest UUIDv7 of a moment: ids carry their creation time, so a time range is a range of keys. */
const idAt = (timeMs: number, fill: '0' | 'f'): string => {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  const tail = fill.repeat(3);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${tail}-${fill === '0' ? '8' : 'b'}${tail}-${fill.repeat(12)}`;
};

const precedingId = (id: string): string => {
  const before = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return before.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Sends one event again to every enabled endpoint that wants it, delivered or not. */
export const replayEvent = async (
  needs: Needs,
  order: { readonly shopId: ShopId; readonly eventId: EventId; readonly endpointId?: EndpointId },
): Promise<ReplayCount> => {
  const { events, deliveries } = await replayChunk(needs.database, {
    shopId: order.shopId,
    endpointId: order.endpointId ?? null,
    after: precedingId(order.eventId),
    upTo: order.eventId,
    from: new Date(0),
    to: new Date('9999-01-01'),
    includesDelivered: true,
    limit: 1,
  });
  return { events, deliveries };
};

/**
 * Sends again the events of [from, to) that are not delivered, with `includesDelivered` also those that are. It works
 * in chunks: each is committed by itself, and a replay that was cut off may simply be started again.
 */
export const replayRange = async (
  needs: Needs,
  order: {
    readonly shopId: ShopId;
    readonly from: Date;
    readonly to: Date;
    readonly endpointId?: EndpointId;
    readonly includesDelivered?: boolean;
  },
): Promise<ReplayCount> => {
  // Ids are made by the applications' clocks and times by the database's: the slack covers their difference.
  let after = idAt(order.from.getTime() - clockSlackMs, '0');
  const upTo = idAt(order.to.getTime() + clockSlackMs, 'f');
  let events = 0;
  let deliveries = 0;
  for (;;) {
    const chunk = await replayChunk(needs.database, {
      shopId: order.shopId,
      endpointId: order.endpointId ?? null,
      after,
      upTo,
      from: order.from,
      to: order.to,
      includesDelivered: order.includesDelivered ?? false,
      limit: chunkEvents,
    });
    events += chunk.events;
    deliveries += chunk.deliveries;
    if (chunk.last_event_id === null || chunk.events < chunkEvents) return { events, deliveries };
    after = chunk.last_event_id;
  }
};
