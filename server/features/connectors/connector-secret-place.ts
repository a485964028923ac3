import type { SealedPlace } from '#platform/secrets';

/** Where a secret of a connector lies. Connectors are the house's. */
export const connectorSecretPlace = (providerId: string, secretId: string): SealedPlace => ({
  purpose: 'connector_secrets.secret_encrypted',
  owner: providerId,
  rowId: secretId,
});
