import { Webhook } from 'standardwebhooks';
import { ConfigurationError, WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The headers of the request, as a `Headers` object or as Node's `request.headers`; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a webhook comes from Turnpike, unchanged and no more than five minutes off, and returns its event. Follows
 * Standard Webhooks: one of the signatures in `webhook-signature` must be right, so it goes on working while a secret is
 * rotated, with the old one and with the new one.
 *
 * @param rawBody the body **as received**, before any JSON parser
 * @param headers the headers of the request
 * @param secret the endpoint's secret, `whsec_…`
 * @throws {WebhookVerificationError} not authentic, changed, or too old: answer 4xx and do not act on it
 * @throws {ConfigurationError} the secret is malformed, or `rawBody` was parsed already
 */
export type VerifyWebhook = (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
) => WebhookEvent;

export interface Webhooks {
  verify: VerifyWebhook;
}

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const signedHeadersIn = (headers: WebhookHeaders): Record<(typeof signedHeaders)[number], string> => {
  const isHeaders = typeof headers.get === 'function';
  const entries = isHeaders ? [] : Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const plain = Object.fromEntries(entries) as Record<string, string | readonly string[] | undefined>;
  const valueOf = (name: string): string => {
    const value = isHeaders ? (headers as Headers).get(name) : plain[name];
    if (value !== undefined && value !== null && value.length > 0) return [value].flat().join(' ');
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  };
  return {
    'webhook-id': valueOf('webhook-id'),
    'webhook-timestamp': valueOf('webhook-timestamp'),
    'webhook-signature': valueOf('webhook-signature'),
  };
};

/** Bytes that are not UTF-8 are refused: decoded leniently, two different bodies could have one signature. */
const textOf = (rawBody: string | Uint8Array | ArrayBuffer): string => {
  if (typeof rawBody === 'string') return rawBody;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
  } catch {
    throw new WebhookVerificationError('The body is not UTF-8.');
  }
};

const webhookOf = (secret: string): Webhook => {
  try {
    if (secret.startsWith('whsec_')) return new Webhook(secret);
  } catch {
    // What cannot be decoded is refused below, without the library's error: it may quote the secret.
  }
  throw new ConfigurationError('The webhook secret must be whsec_ followed by base64.');
};

const eventOf = (text: string, webhookId: string): WebhookEvent => {
  const event: unknown = JSON.parse(text);
  return { ...(event as WebhookEvent), webhook_id: webhookId };
};

/** {@inheritDoc VerifyWebhook} */
export const verifyWebhook: VerifyWebhook = (rawBody, headers, secret) => {
  if (typeof rawBody !== 'string' && !ArrayBuffer.isView(rawBody) && !(rawBody instanceof ArrayBuffer)) {
    throw new ConfigurationError('Verify the body as received, before any JSON parser.');
  }
  const webhook = webhookOf(secret);
  const signed = signedHeadersIn(headers);
  const text = textOf(rawBody);
  try {
    webhook.verify(text, signed, { jsonParse: false });
    return eventOf(text, signed['webhook-id']);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : 'It is not valid.';
    throw new WebhookVerificationError(reason);
  }
};
