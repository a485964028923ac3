export { createWebhooks, type Webhooks, type WebhookNeeds } from './create-webhooks.ts';
export type { ReadSealed, RenderEvent } from './attempt-delivery.ts';
export {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  updateEndpoint,
  type Endpoint,
  type EndpointNeeds,
  type EndpointOrder,
} from './endpoints.ts';
export { eventNames, eventTypes } from './event-types.ts';
export { listDeliveries, replayEvent, replayRange, type Delivery, type ReplayCount } from './replay.ts';
export { ensureShopSecret, rotateSecret, type SecretNeeds } from './secrets.ts';
export { countSecretsByKey, reencryptSecrets } from './secrets-reencryption.ts';
export { findSealedSecrets } from './secrets-store.ts';
export { secretPlace } from './secret-place.ts';
