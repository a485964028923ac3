import type { Database } from '#platform/database';
import { newId, type EndpointId, type EventId, type ShopId } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { KeyRing } from '#platform/secrets';
import { attemptDelivery, type ReadyDelivery, type EventRenderers, type ReadSealed } from './attempt-delivery.ts';
import { startDeliveryWorkers, type DeliveryWorkers } from './delivery-workers.ts';
import { findReceiver, leaseDeliveries, type Receiver, type ReceiverKey } from './deliveries-store.ts';
import { disableEndpointRow } from './endpoints-store.ts';
import { judgeAnswer } from './judge-answer.ts';
import { createResultWriter } from './result-writer.ts';
import { recordResults } from './results-store.ts';
import { secretPlace } from './secret-place.ts';
import type { Sender } from './send.ts';
import { createSigner } from '#platform/webhook-signatures';

export type DeliverNeeds = {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'deliveries' | 'jobFailures'>;
  readonly renderers: EventRenderers;
  readonly readSealed: ReadSealed;
  readonly timeoutMs: number;
};

/** So many receivers lease at a time: however many have work, they leave the rest of the connections to requests. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

// A lease outlasts an attempt by this, so that a batch may wait for its turn; a crashed process's deliveries are due
// again after both.
const leaseSlackMs = 30_000;
const workerLimits = { fewest: 4, most: 16, batch: 100 };

const openSecrets = (keyRing: KeyRing, shopId: ShopId, { secret_ids: ids, secrets }: Receiver): string[] =>
  secrets.map((sealed, index) => keyRing.decrypt(sealed, secretPlace(shopId, ids[index] ?? '')));

const leaseReady = async (needs: DeliverNeeds, key: ReceiverKey, receiver: Receiver, count: number) => {
  const { database, keyRing, readSealed, timeoutMs } = needs;
  const leasedAtMs = performance.now();
  const deliveries = await leaseDeliveries(database, key, count, timeoutMs + leaseSlackMs);
  if (deliveries.length === 0) return [];
  const unsealedOf = await readSealed(key.shop_id, [...new Set(deliveries.map((one) => one.operation_id))]);
  const secrets = openSecrets(keyRing, key.shop_id, receiver);
  // A shop that never had an endpoint may have no secret of its own yet: its deliveries fail, visibly, and are repeated.
  const sign = secrets.length === 0 ? null : createSigner(secrets);
  return deliveries.map(
    (delivery): ReadyDelivery => ({
      ...delivery,
      url: delivery.url ?? receiver.url ?? '',
      hasEndpoint: delivery.url === null,
      unsealed: unsealedOf(delivery.operation_id),
      sign,
      staleAtMs: leasedAtMs + leaseSlackMs - 1_000,
    }),
  );
};

/** Sends what is due at one receiver until nothing is. No transaction is open while it sends. */
export const deliverTo = (
  needs: DeliverNeeds,
  sender: Sender,
  inTurn: InTurn,
  key: ReceiverKey,
  onIdle: () => void,
): DeliveryWorkers & { readonly written: Promise<void> } => {
  const { database, log, metrics } = needs;
  const { shop_id: shopId, receiver_id: receiverId } = key;
  // Used only of a receiver that is one.
  const endpointId = receiverId as EndpointId;
  const writer = createResultWriter({
    write: (results) => recordResults(database, shopId, receiverId, results),
    onLost: (error, count) => {
      metrics.jobFailures.inc({ job: 'record_webhook_results' });
      log.error({ error, receiverId, count }, 'Webhook results could not be stored; these are sent again.');
    },
  });
  const close = async (): Promise<void> => {
    workers.stop();
    await writer.flush();
    await disableEndpointRow(database, shopId, endpointId, 'gone', newId<EventId>());
    log.warn({ endpointId, shopId }, 'The receiver answered 410: its webhook endpoint is disabled.');
  };
  const lease = async (count: number): Promise<ReadyDelivery[]> => {
    // Looked up with every batch: a new URL, a rotation or a disabled endpoint counts from the next batch on.
    const receiver = await findReceiver(database, key);
    if (!receiver.is_disabled) return leaseReady(needs, key, receiver, count);
    // A dispatch that ran while the endpoint was disabled may have left a pending delivery.
    await disableEndpointRow(database, shopId, endpointId, 'operator', newId<EventId>());
    return [];
  };
  const deliver = async (delivery: ReadyDelivery): Promise<boolean> => {
    const answer = await attemptDelivery(delivery, needs.renderers, sender, (error) => {
      metrics.jobFailures.inc({ job: 'render_webhook' });
      log.error({ error, eventId: delivery.event_id }, 'An event could not be rendered.');
    });
    const clock = { nowMs: Date.now(), random: Math.random };
    const { counted, ...verdict } = judgeAnswer(answer, delivery.attempts, clock);
    metrics.deliveries.inc({ outcome: counted });
    if (counted !== 'delivered') {
      const { httpStatus, error, delayMs } = verdict;
      const facts = { eventId: delivery.event_id, receiverId, counted, httpStatus, error, delayMs };
      log.info(facts, 'Webhook not delivered.');
    }
    writer.add({ eventId: delivery.event_id, attempts: delivery.attempts, ...verdict });
    // A URL of its own is the operation's: there is nothing to disable, and its later events are tried once each.
    if (counted === 'gone' && delivery.hasEndpoint) {
      await close().catch((error: unknown) => log.error({ error, endpointId }, 'Endpoint not disabled.'));
    }
    return counted === 'delivered';
  };
  const putBack = (left: readonly ReadyDelivery[]): void => {
    onIdle();
    for (const { event_id: eventId, attempts } of left) {
      writer.add({ eventId, attempts, outcome: 'released', delayMs: 0, httpStatus: null, error: null });
    }
  };
  const workers = startDeliveryWorkers({
    lease: (count) => inTurn(() => lease(count)),
    deliver,
    onIdle: putBack,
    ...workerLimits,
  });
  const finishWriting = async (): Promise<void> => {
    try {
      await workers.finished;
    } finally {
      await writer.flush();
    }
  };
  return { ...workers, written: finishWriting() };
};
