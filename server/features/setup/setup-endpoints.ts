import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  ensureShopSecret,
  listEndpoints,
  updateEndpoint,
  type Endpoint,
} from '#features/webhooks';
import type { Shop } from '#features/merchants';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { endpointItem, keyOf, type Change, type Item, type Values } from './setup-items.ts';

export type WebhookNeeds = { readonly keyRing: KeyRing; readonly allowedNetworks: readonly string[] };

/** A webhook secret that came to be in this apply; nothing shows it again. */
export type ShownSecret = {
  readonly shop: string;
  /** Null: the shop's own secret, which signs for its default endpoint. */
  readonly endpoint: string | null;
  readonly secret: string;
};

const itemOf = (shop: string, { url, types, isDefault, disabledAt }: Endpoint): Item =>
  endpointItem(shop, { url, types, isDefault, isEnabled: disabledAt === null });

export const readEndpoints = async (database: Database, shops: readonly Shop[]): Promise<Item[]> => {
  const items: Item[] = [];
  for (const { shopId, name } of shops) {
    items.push(...(await listEndpoints({ database }, shopId)).map((endpoint) => itemOf(name, endpoint)));
  }
  return items;
};

export const writeShopSecret = async (
  needs: WebhookNeeds,
  tx: Database,
  shop: Pick<Shop, 'shopId' | 'name'>,
): Promise<ShownSecret | null> => {
  const secret = await ensureShopSecret({ ...needs, database: tx }, shop.shopId);
  return secret === null ? null : { shop: shop.name, endpoint: null, secret };
};

const orderOf = ({ url, types, isDefault }: Values) => ({
  url: String(url),
  types: Array.isArray(types) ? types.map(String) : null,
  isDefault: isDefault === true,
});

/** Adds, changes or disables; nothing is deleted, because deliveries refer to their endpoint. */
export const writeEndpoint = async (
  needs: WebhookNeeds,
  tx: Database,
  shopId: ShopId,
  change: Change,
): Promise<ShownSecret | null> => {
  const webhooks = { ...needs, database: tx };
  const shop = change.shop ?? '';
  if (change.action === 'create') {
    const order = orderOf(change.after ?? {});
    const { secret } = await addEndpoint(webhooks, shopId, order);
    return secret === null ? null : { shop, endpoint: order.isDefault ? null : order.url, secret };
  }
  const present = (await listEndpoints(webhooks, shopId)).find(
    (endpoint) => keyOf(itemOf(shop, endpoint)) === keyOf(change),
  );
  if (present === undefined) throw new Error(`Endpoint ${change.subject} is gone since it was read.`);
  if (change.action === 'remove') {
    await disableEndpoint(webhooks, shopId, present.endpointId);
    return null;
  }
  const { url, types } = orderOf(change.after ?? {});
  await updateEndpoint(webhooks, shopId, present.endpointId, { url, types });
  if (present.disabledAt !== null) await enableEndpoint(webhooks, shopId, present.endpointId);
  return null;
};
