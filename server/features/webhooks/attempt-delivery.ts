import type { EventSnapshot } from '#outbox';
import type { Api } from '#platform/apis';
import type { OperationId, ShopId } from '#platform/ids';
import type { LeasedDelivery } from './deliveries-store.ts';
import { nameOf } from './event-types.ts';
import type { Answer, Message, Sender } from './send.ts';
import type { Signer } from './signing.ts';

/** Gives an event's `data` the shape of the API that created the operation. */
export type RenderEvent = (snapshot: EventSnapshot, unsealed: Unsealed) => unknown;

/** By the API that created the operation. */
export type EventRenderers = Readonly<Partial<Record<Api, RenderEvent>>>;

/** What no event holds, because it is sealed at rest; null where there is none or it is shredded. */
export type Unsealed = { readonly number: string | null; readonly annotations: string | null };

export type ReadSealed = (
  shopId: ShopId,
  operationIds: readonly OperationId[],
) => Promise<(operationId: OperationId) => Unsealed>;

/** A leased delivery with what is filled in only at sending. */
export type Parcel = LeasedDelivery & {
  readonly url: string;
  readonly unsealed: Unsealed;
  readonly sign: Signer;
  /** Monotonic time after which the lease might end before the attempt does. */
  readonly staleAtMs: number;
};

const messageOf = (parcel: Parcel, renderers: EventRenderers): Message => {
  const render = renderers[parcel.api];
  if (render === undefined) throw new Error(`Nothing here renders the events of ${parcel.api}.`);
  const body = JSON.stringify({
    type: nameOf(parcel.api, parcel.type),
    timestamp: parcel.created_at.toISOString(),
    sequence: parcel.sequence,
    data: render(parcel.data, parcel.unsealed),
  });
  return {
    url: parcel.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Turnpike-Webhooks/1',
      ...parcel.sign(parcel.event_id, new Date(), body),
    },
  };
};

/** One attempt: rendered and signed at this moment, then sent. */
export const attemptDelivery = async (
  parcel: Parcel,
  renderers: EventRenderers,
  sender: Pick<Sender, 'send'>,
  onFault: (error: unknown) => void,
): Promise<Answer> => {
  if (performance.now() > parcel.staleAtMs) return { kind: 'stopped', error: 'stopped' };
  try {
    return await sender.send(messageOf(parcel, renderers));
  } catch (error) {
    // An event we cannot write down is our fault, but it must not hold up those behind it.
    onFault(error);
    return { kind: 'failed', error: 'internal' };
  }
};
