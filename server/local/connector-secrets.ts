import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { newWebhookSecret } from '#platform/webhook-signatures';

export type ConnectorSecrets = {
  /** What the gateway proves itself by. */
  readonly secret: string;
  /** What callbacks are signed with. */
  readonly callbackSecret: string;
};

const secretBytes = 32;

/** Made at the first start, and kept for those after it. */
export const openConnectorSecrets = (file: string): ConnectorSecrets => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ConnectorSecrets;
  const secret = randomBytes(secretBytes).toString('base64url');
  const made: ConnectorSecrets = { secret, callbackSecret: newWebhookSecret() };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return made;
};
