import type { EventSnapshot } from '#outbox';
import type { Api } from '#platform/apis';
import { writeExactly } from '#platform/exact-json';
import type { OperationId, ShopId } from '#platform/ids';
import type { LeasedDelivery } from './deliveries-store.ts';
import { nameOf } from './event-types.ts';
import type { Answer, Message, Sender } from './send.ts';
import type { Signer } from '#platform/webhook-signatures';

/** Gives an event's `data` the shape of the API that created the operation. */
export type RenderEvent = (snapshot: EventSnapshot, unsealed: Unsealed) => unknown;

/** By the API that created the operation. */
export type EventRenderers = Readonly<Partial<Record<Api, RenderEvent>>>;

/** What no event holds, because it is sealed at rest; null where there is none or it is shredded. */
export type Unsealed = {
  readonly number: string | null;
  readonly annotations: string | null;
  readonly details: string | null;
};

export type ReadSealed = (
  shopId: ShopId,
  operationIds: readonly OperationId[],
) => Promise<(operationId: OperationId) => Unsealed>;

/** A leased delivery with what is filled in only at sending. */
export type ReadyDelivery = Omit<LeasedDelivery, 'url'> & {
  readonly url: string;
  /** It goes to an endpoint, and not to a URL of its own. */
  readonly hasEndpoint: boolean;
  readonly unsealed: Unsealed;
  /** Null: there is no secret, and nothing is sent unsigned. */
  readonly sign: Signer | null;
  /** Monotonic time after which the lease might end before the attempt does. */
  readonly staleAtMs: number;
};

const messageOf = (delivery: ReadyDelivery, renderers: EventRenderers, sign: Signer): Message => {
  const render = renderers[delivery.api];
  if (render === undefined) throw new Error(`Nothing here renders the events of ${delivery.api}.`);
  const body = writeExactly({
    type: nameOf(delivery.api, delivery.type),
    timestamp: delivery.created_at.toISOString(),
    sequence: delivery.sequence,
    data: render(delivery.data, delivery.unsealed),
  });
  return {
    url: delivery.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Turnpike-Webhooks/1',
      ...sign(delivery.event_id, new Date(), body),
    },
  };
};

/** One attempt: rendered and signed at this moment, then sent. */
export const attemptDelivery = async (
  delivery: ReadyDelivery,
  renderers: EventRenderers,
  sender: Pick<Sender, 'send'>,
  onFault: (error: unknown) => void,
): Promise<Answer> => {
  if (performance.now() > delivery.staleAtMs) return { kind: 'stopped', error: 'stopped' };
  if (delivery.sign === null) return { kind: 'failed', error: 'no_secret' };
  try {
    return await sender.send(messageOf(delivery, renderers, delivery.sign));
  } catch (error) {
    // An event we cannot write down is our fault, but it must not hold up those behind it.
    onFault(error);
    return { kind: 'failed', error: 'internal' };
  }
};
