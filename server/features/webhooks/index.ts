export { createWebhooks, type Webhooks, type WebhookNeeds } from './create-webhooks.ts';
export type { ReadSealed, RenderEvent } from './attempt-delivery.ts';
export { addEndpoint, listEndpoints, type Endpoint, type EndpointNeeds, type EndpointOrder } from './endpoints.ts';
export { checkOwnUrl, urlNeedsOf } from './endpoint-url.ts';
export { nextDelayMs, readRetryAfterMs } from './delivery-schedule.ts';
export { eventNames, eventTypes } from './event-types.ts';
export { listDeliveries, type Delivery, type ReplayCount } from './replay.ts';
export { replayByHand, type Replayed } from './replay-by-hand.ts';
export { rotateWebhookSecret } from './rotate-webhook-secret.ts';
export {
  endpointSubject,
  removeEndpoint,
  setEndpoint,
  settingOf,
  toEndpointSetting,
  type EndpointSetting,
} from './set-endpoint.ts';
export { ensureShopSecret, type SecretNeeds } from './secrets.ts';
export { countSecretsByKey, reencryptSecrets } from './secrets-reencryption.ts';
export { findSealedSecrets } from './secrets-store.ts';
export { secretPlace } from './secret-place.ts';
