import pLimit from 'p-limit';
import type { ReceiverId } from '#platform/ids';
import { settleWithin } from '#platform/settle-within';
import { createAddressGuard } from '#platform/address-guard';
import { deliverTo, type DeliverNeeds } from './deliver.ts';
import { findDueReceivers, type ReceiverKey } from './deliveries-store.ts';
import { dispatch } from './dispatch.ts';
import { createHostResolver } from '#platform/resolve-host';
import { createSender } from './send.ts';

export type WebhookNeeds = DeliverNeeds & {
  /** CIDR networks that deliveries may reach although they are not public, by http too. */
  readonly allowedNetworks: readonly string[];
};

export type Webhooks = {
  /** Turns undispatched events into deliveries and begins to send them. True when more events may be waiting. */
  readonly dispatch: () => Promise<boolean>;
  /**
   * Begins to send what is due: what waited for another attempt, was replayed, or was left by a process that ended. Answers
   * the receivers it found, those included that this process is already delivering to.
   */
  readonly deliverDue: () => Promise<readonly ReceiverKey[]>;
  /** Begins no delivery any more, waits up to `graceMs` for those under way, then cuts them off uncounted. */
  readonly stop: (graceMs: number) => Promise<void>;
};

const mostLeasing = 12;

// What became due just now is looked for each time, the whole backlog now and then: there is what a killed process had
// leased, and what could not be read or written for a while.
const recentlyMs = 1_000;
const lookAtAllEveryMs = 5_000;

export const createWebhooks = (needs: WebhookNeeds): Webhooks => {
  const { database, log, metrics, timeoutMs } = needs;
  const guard = createAddressGuard(needs.allowedNetworks);
  const sender = createSender({ guard, resolve: createHostResolver(guard.hasAllowedNetworks), timeoutMs });
  const inTurn = pLimit(mostLeasing);
  const deliveringTo = new Map<string, { readonly nudge: () => void; readonly stop: () => void }>();
  const unwritten = new Set<Promise<void>>();
  let lookedAtAllMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const track = (receiverId: ReceiverId, written: Promise<void>): void => {
    const tracked = written
      .catch((error: unknown) => {
        metrics.jobFailures.inc({ job: 'deliver_webhooks' });
        log.error({ error, receiverId }, 'Delivering webhooks stopped; it begins again within seconds.');
      })
      .finally(() => unwritten.delete(tracked));
    unwritten.add(tracked);
  };

  const begin = (key: ReceiverKey): void => {
    // Two shops may have URLs at one server, and keep to themselves there.
    const id = `${key.shop_id} ${key.receiver_id}`;
    const running = deliveringTo.get(id);
    if (running !== undefined) return running.nudge();
    if (isStopped) return;
    const workers = deliverTo(needs, sender, inTurn, key, () => deliveringTo.delete(id));
    deliveringTo.set(id, workers);
    track(key.receiver_id, workers.written);
  };

  return {
    dispatch: () => dispatch(database, begin),
    deliverDue: async () => {
      const startedAtMs = performance.now();
      const isAll = startedAtMs - lookedAtAllMs >= lookAtAllEveryMs;
      const due = await findDueReceivers(database, isAll ? null : recentlyMs);
      if (isAll) lookedAtAllMs = startedAtMs;
      due.forEach(begin);
      return due;
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
