import { OperatorRefusal } from '#platform/refusals';
import { newId, type EndpointId, type EventId, type ShopId } from '#platform/ids';
import { checkEndpointUrl, urlNeedsOf } from './endpoint-url.ts';
import {
  changeEndpoint,
  disableEndpointRow,
  enableEndpointRow,
  findEndpoint,
  insertEndpoint,
  selectEndpoints,
  type EndpointRow,
} from './endpoints-store.ts';
import { checkEventTypes } from './event-types.ts';
import { ensureEndpointSecret, ensureShopSecret, type SecretNeeds } from './secrets.ts';

export type EndpointNeeds = SecretNeeds & { readonly allowedNetworks: readonly string[] };

export type Endpoint = {
  readonly endpointId: EndpointId;
  readonly url: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  readonly isDefault: boolean;
  readonly disabledAt: Date | null;
  readonly disabledReason: 'operator' | 'gone' | null;
  readonly createdAt: Date;
};

export type EndpointOrder = {
  readonly url: string;
  readonly types?: readonly string[] | null;
  /** At most one per shop; it is signed with the shop's own secret. */
  readonly isDefault?: boolean;
};

const toEndpoint = (row: EndpointRow): Endpoint => ({
  endpointId: row.endpoint_id,
  url: row.url,
  types: row.types,
  isDefault: row.is_default,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  createdAt: row.created_at,
});

const requireEndpoint = async (needs: SecretNeeds, shopId: ShopId, endpointId: EndpointId): Promise<EndpointRow> => {
  const endpoint = await findEndpoint(needs.database, shopId, endpointId);
  if (endpoint === undefined) throw new OperatorRefusal('endpoint_not_found', { shop: null, endpointId });
  return endpoint;
};

export const listEndpoints = async (needs: Pick<SecretNeeds, 'database'>, shopId: ShopId): Promise<Endpoint[]> =>
  (await selectEndpoints(needs.database, shopId)).map(toEndpoint);

/** Adds an endpoint. `secret` is the plain signing secret when one was made, shown this once; else null. */
export const addEndpoint = async (
  needs: EndpointNeeds,
  shopId: ShopId,
  order: EndpointOrder,
): Promise<{ readonly endpointId: EndpointId; readonly secret: string | null }> => {
  const url = await checkEndpointUrl(urlNeedsOf(needs.allowedNetworks), order.url);
  const types = checkEventTypes(order.types ?? null);
  const isDefault = order.isDefault ?? false;
  const others = await selectEndpoints(needs.database, shopId);
  if (others.some((other) => other.url === url)) throw new OperatorRefusal('endpoint_exists', { url });
  if (isDefault && others.some((other) => other.is_default)) {
    throw new OperatorRefusal('default_endpoint_exists', {});
  }
  const endpointId = newId<EndpointId>();
  // The secret first: an endpoint without one could not be delivered to.
  const secret = isDefault
    ? await ensureShopSecret(needs, shopId)
    : await ensureEndpointSecret(needs, shopId, endpointId);
  await insertEndpoint(needs.database, { shopId, endpointId, url, types, isDefault });
  return { endpointId, secret };
};

export const updateEndpoint = async (
  needs: EndpointNeeds,
  shopId: ShopId,
  endpointId: EndpointId,
  order: Pick<Partial<EndpointOrder>, 'url' | 'types'>,
): Promise<void> => {
  const present = await requireEndpoint(needs, shopId, endpointId);
  const url =
    order.url === undefined ? present.url : await checkEndpointUrl(urlNeedsOf(needs.allowedNetworks), order.url);
  const types = order.types === undefined ? present.types : checkEventTypes(order.types);
  const others = await selectEndpoints(needs.database, shopId);
  if (others.some((other) => other.url === url && other.endpoint_id !== endpointId)) {
    throw new OperatorRefusal('endpoint_exists', { url });
  }
  await changeEndpoint(needs.database, shopId, { endpoint_id: endpointId, url, types });
};

/** Later events are delivered again; what was missed meanwhile waits for a replay. */
export const enableEndpoint = async (needs: SecretNeeds, shopId: ShopId, endpointId: EndpointId): Promise<void> => {
  await requireEndpoint(needs, shopId, endpointId);
  await enableEndpointRow(needs.database, shopId, endpointId);
};

/** Stops deliveries to an endpoint. Those waiting become dead (`endpoint_disabled`) and can be replayed. */
export const disableEndpoint = async (needs: SecretNeeds, shopId: ShopId, endpointId: EndpointId): Promise<void> => {
  await requireEndpoint(needs, shopId, endpointId);
  await disableEndpointRow(needs.database, shopId, endpointId, 'operator', newId<EventId>());
};
