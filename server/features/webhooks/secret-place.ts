import type { SealedPlace } from '#platform/secrets';

/** Where a webhook secret lies. */
export const secretPlace = (shopId: string, secretId: string): SealedPlace => ({
  purpose: 'webhook_secrets.secret_encrypted',
  owner: shopId,
  rowId: secretId,
});
