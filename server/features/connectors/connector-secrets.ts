import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { newWebhookSecret } from '#platform/webhook-signatures';
import type { SecretPurpose } from './connector.ts';
import { connectorSecretPlace } from './connector-secret-place.ts';
import {
  insertSecret,
  readSecretCounts,
  readStaleSecrets,
  readValidSecrets,
  replaceSecret,
} from './connector-secrets-store.ts';

export type ConnectorNeeds = { readonly database: Database; readonly keyRing: KeyRing };

const secretBytes = 32;

/** As the contract asks for each. */
export const newSecret = (purpose: 'call' | 'callback'): string =>
  purpose === 'callback' ? newWebhookSecret() : randomBytes(secretBytes).toString('base64url');

export const keepSecret = async (
  { database, keyRing }: ConnectorNeeds,
  providerId: string,
  purpose: SecretPurpose,
  secret: string,
): Promise<void> => {
  const secretId = newId();
  const sealed = keyRing.encrypt(secret, connectorSecretPlace(providerId, secretId));
  await insertSecret(database, { providerId, secretId, purpose, sealed });
};

/** The valid secrets of a connector, the oldest first. */
export const openSecrets = async (
  { database, keyRing }: ConnectorNeeds,
  providerId: string,
): Promise<(purpose: SecretPurpose) => string[]> => {
  const sealed = await readValidSecrets(database, providerId);
  return (purpose) =>
    sealed
      .filter((secret) => secret.purpose === purpose)
      .map((secret) => keyRing.decrypt(secret.sealed, connectorSecretPlace(providerId, secret.secretId)));
};

/** Encrypts secrets of connectors with the first key of the ring, as far as the ring can read them. Answers how many. */
export const reencryptConnectorSecrets = async ({ database, keyRing }: ConnectorNeeds): Promise<number> => {
  let count = 0;
  for (const secret of await readStaleSecrets(database, keyRing.ids[0], keyRing.ids)) {
    const place = connectorSecretPlace(secret.providerId, secret.secretId);
    if (await replaceSecret(database, secret, keyRing.encrypt(keyRing.decrypt(secret.sealed, place), place)))
      count += 1;
  }
  return count;
};

/** How many secrets hang on which key of the ring. */
export const countConnectorSecretsByKey = async ({
  database,
}: Pick<ConnectorNeeds, 'database'>): Promise<Map<string, number>> =>
  new Map((await readSecretCounts(database)).map(({ key_id: keyId, count }) => [keyId, count]));
