import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretPrefix = 'whsec_';
// Standard Webhooks asks for 24 to 64 bytes; 32 is the block that HMAC-SHA256 gains from.
const secretBytes = 32;

export const newWebhookSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

export type Signer = (id: string, sentAt: Date, body: string) => Record<string, string>;

/** Signs with every valid secret: during a rotation a receiver may still know only the old one. */
export const createSigner = (secrets: readonly string[]): Signer => {
  if (secrets.length === 0) throw new Error('Nothing is delivered unsigned: the endpoint has no secret.');
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return (id, sentAt, body) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': webhooks.map((webhook) => webhook.sign(id, sentAt, body)).join(' '),
  });
};

/**
 * Whether one of the secrets has signed the body, within five minutes of our clock. Headers are named in lower case.
 */
export const isSigned = (
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
): boolean =>
  secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
