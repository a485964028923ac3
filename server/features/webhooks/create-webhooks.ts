import { newId, type EndpointId, type EventId } from '#platform/ids';
import { settleWithin } from '#platform/settle-within';
import { createAddressGuard } from './address-guard.ts';
import { deliverTo, type DeliverNeeds } from './deliver.ts';
import { dispatchEvents, findReceiver } from './deliveries-store.ts';
import { disableEndpointRow } from './endpoints-store.ts';
import { createHostResolver } from './resolve-host.ts';
import { createSender } from './send.ts';

export type WebhookNeeds = DeliverNeeds & {
  /** CIDR networks that deliveries may reach although they are not public, by http too. */
  readonly allowedNetworks: readonly string[];
};

export type Webhooks = {
  /**
   * Turns undispatched events into deliveries. Answers the endpoints with due work that this process is not already
   * delivering to, and whether more events may be waiting.
   */
  readonly dispatch: () => Promise<{ readonly endpointIds: readonly EndpointId[]; readonly isMore: boolean }>;
  /** Delivers what is due at an endpoint. Resolves when nothing is left, or after a moment while it goes on. */
  readonly deliver: (endpointId: EndpointId) => Promise<void>;
  /** Begins no delivery any more, waits up to `graceMs` for those under way, then cuts them off uncounted. */
  readonly stop: (graceMs: number) => Promise<void>;
};

const dispatchBatch = 500;

// A slow receiver's delivering goes on, but not inside a job: its worker is free for the next endpoint. What the job
// protected is protected by the leases: they run out when this process dies.
const longestJobMs = 50;

export const createWebhooks = (needs: WebhookNeeds): Webhooks => {
  const { database, log, metrics, timeoutMs } = needs;
  const guard = createAddressGuard(needs.allowedNetworks);
  const sender = createSender({ guard, resolve: createHostResolver(guard.hasAllowedNetworks), timeoutMs });
  const deliveringTo = new Map<EndpointId, { readonly nudge: () => void; readonly stop: () => void }>();
  const unwritten = new Set<Promise<void>>();
  let isStopped = false;

  const track = (endpointId: EndpointId, written: Promise<void>): Promise<void> => {
    const tracked = written
      .catch((error: unknown) => {
        metrics.jobFailures.inc({ job: 'deliver_webhooks' });
        log.error(
          { error, endpointId },
          'Delivering webhooks stopped; it begins again with the next round of the dispatcher.',
        );
      })
      .finally(() => unwritten.delete(tracked));
    unwritten.add(tracked);
    return tracked;
  };

  return {
    dispatch: async () => {
      const { taken, endpoint_ids: due } = await dispatchEvents(database, dispatchBatch);
      for (const endpointId of due) deliveringTo.get(endpointId)?.nudge();
      return { endpointIds: due.filter((id) => !deliveringTo.has(id)), isMore: taken === dispatchBatch };
    },
    deliver: async (endpointId) => {
      const receiver = await findReceiver(database, endpointId);
      const running = deliveringTo.get(endpointId);
      if (running !== undefined) return running.nudge();
      if (receiver === undefined || isStopped) return;
      if (receiver.is_disabled) {
        // A dispatch that ran while the endpoint was disabled may have left a pending delivery.
        return disableEndpointRow(database, receiver.shop_id, endpointId, 'operator', newId<EventId>());
      }
      const workers = deliverTo(needs, sender, receiver, endpointId, () => deliveringTo.delete(endpointId));
      deliveringTo.set(endpointId, workers);
      await settleWithin(track(endpointId, workers.written), longestJobMs);
    },
    stop: async (graceMs) => {
      isStopped = true;
      for (const workers of deliveringTo.values()) workers.stop();
      const settled = Promise.allSettled(unwritten);
      await settleWithin(settled, graceMs);
      await sender.close();
      await settleWithin(settled, 1_000);
    },
  };
};
