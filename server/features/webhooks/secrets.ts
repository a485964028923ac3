import type { Database } from '#platform/database';
import { newId, type EndpointId, type ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { secretPlace } from './secret-place.ts';
import { insertFirstSecret, rotateSecretRow } from './secrets-store.ts';
import { newWebhookSecret } from '#platform/webhook-signatures';

export type SecretNeeds = { readonly database: Database; readonly keyRing: KeyRing };

const sealNewSecret = (needs: SecretNeeds, shopId: ShopId, endpointId: EndpointId | null) => {
  const secret = newWebhookSecret();
  const secretId = newId();
  const sealed = needs.keyRing.encrypt(secret, secretPlace(shopId, secretId));
  return { secret, row: { shopId, endpointId, secretId, sealed } };
};

/** Makes the owner's first secret and shows it, this once. Null when it has one already. */
const ensureSecret = async (needs: SecretNeeds, shopId: ShopId, endpointId: EndpointId | null) => {
  const { secret, row } = sealNewSecret(needs, shopId, endpointId);
  return (await insertFirstSecret(needs.database, row)) ? secret : null;
};

/** The shop's own secret signs for its default endpoint. Answers it once, when it is made; null afterwards. */
export const ensureShopSecret = (needs: SecretNeeds, shopId: ShopId): Promise<string | null> =>
  ensureSecret(needs, shopId, null);

export const ensureEndpointSecret = (
  needs: SecretNeeds,
  shopId: ShopId,
  endpointId: EndpointId,
): Promise<string | null> => ensureSecret(needs, shopId, endpointId);

/**
 * Replaces the shop's own secret (`endpointId` null) or an endpoint's, and answers the new one, this once. The one it
 * replaces stays valid for 24 hours; one replaced before that ends now.
 */
export const rotateSecret = async (
  needs: SecretNeeds,
  shopId: ShopId,
  endpointId: EndpointId | null,
): Promise<string> => {
  const { secret, row } = sealNewSecret(needs, shopId, endpointId);
  await rotateSecretRow(needs.database, row);
  return secret;
};
