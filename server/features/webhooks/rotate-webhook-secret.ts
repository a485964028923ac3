import { recordAudit, type Operator } from '#features/access';
import { OperatorRefusal } from '#platform/refusals';
import type { EndpointId, ShopId } from '#platform/ids';
import { listEndpoints } from './endpoints.ts';
import { rotateSecret, type SecretNeeds } from './secrets.ts';

type Order = {
  readonly shop: { readonly shopId: ShopId; readonly name: string };
  /** Null: the shop's own secret, which signs for its default endpoint. */
  readonly endpointId: EndpointId | null;
  readonly actor: Operator;
};

/** Answers the new secret, this once; the one before stays valid for 24 hours. */
export const rotateWebhookSecret = (needs: SecretNeeds, { shop, endpointId, actor }: Order): Promise<string> =>
  needs.database.transaction(async (tx) => {
    const webhooks = { ...needs, database: tx };
    const { shopId, name } = shop;
    const endpoint = (await listEndpoints(webhooks, shopId)).find((listed) => listed.endpointId === endpointId);
    if (endpointId !== null && endpoint === undefined) {
      throw new OperatorRefusal('endpoint_not_found', { shop: name, endpointId });
    }
    if (endpoint?.isDefault === true) {
      const { endpointId: named } = endpoint;
      throw new OperatorRefusal('default_endpoint_has_no_secret', { shop: name, endpointId: named });
    }
    const secret = await rotateSecret(webhooks, shopId, endpointId);
    await recordAudit(tx, { actor, action: 'webhook_secret.rotated', subject: endpointId ?? name, shopId });
    return secret;
  });
