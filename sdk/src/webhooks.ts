import { ConfigurationError, WebhookVerificationError } from './errors.ts';
import { subtle } from './web-crypto.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** The headers of the request, as a `Headers` object or as Node's `request.headers`; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Webhooks {
  /** The same as the function {@link verifyWebhook}, which needs no client. */
  verify: typeof verifyWebhook;
}

const toleranceSeconds = 300;

const readHeader = (headers: WebhookHeaders, name: string): string => {
  const isHeaders = typeof headers.get === 'function';
  const entry = isHeaders ? undefined : Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value: unknown = isHeaders ? headers.get(name) : entry?.[1];
  // Node joins repeated headers itself; what still comes as a list has one value.
  const text: unknown = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text === 'string' && text !== '') return text;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
};

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const key = typeof secret === 'string' && secret.startsWith('whsec_') ? decodeBase64(secret.slice(6)) : undefined;
  if (key !== undefined && key.length > 0) return key;
  throw new ConfigurationError('The webhook secret must be whsec_ followed by base64.');
};

const bytesOf = (rawBody: string | Uint8Array | ArrayBuffer): Uint8Array => {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody)) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new ConfigurationError('Verify the body as received, before any JSON parser.');
};

const requireRecent = (timestamp: string): void => {
  const secondsOff = Date.now() / 1000 - Number(timestamp);
  // Digits only: what the number is read from must be what was signed.
  const isRecent = /^\d+$/.test(timestamp) && Math.abs(secondsOff) <= toleranceSeconds;
  if (!isRecent) throw new WebhookVerificationError('webhook-timestamp is more than five minutes off.');
};

const concatenate = (head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
};

/** True when one of the space-separated signatures is right; those of other versions are passed over. */
const isSigned = async (
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> => {
  if (subtle === undefined) throw new ConfigurationError('This runtime has no WebCrypto, which verifying needs.');
  const hmac = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const expected = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined;
    // WebCrypto compares in constant time.
    if (expected !== undefined && (await subtle.verify('HMAC', hmac, expected, content))) return true;
  }
  return false;
};

const eventOf = (body: Uint8Array, webhookId: string): WebhookEvent => {
  try {
    return { ...(JSON.parse(new TextDecoder().decode(body)) as WebhookEvent), webhook_id: webhookId };
  } catch {
    throw new WebhookVerificationError('The body is signed, but it is not JSON.');
  }
};

/**
 * Checks that a webhook comes from Turnpike, unchanged and no more than five minutes off, and returns its
 * event. Follows Standard Webhooks: one of the signatures in `webhook-signature` must be right, so it goes on
 * working while a secret is rotated, with the old one and with the new one.
 *
 * @param rawBody the body **as received**, before any JSON parser
 * @param headers the headers of the request
 * @param secret the endpoint's secret, `whsec_…`
 * @throws {WebhookVerificationError} not authentic, changed, or too old: answer 4xx and do not act on it
 * @throws {ConfigurationError} the secret is malformed, or `rawBody` was parsed already
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> => {
  const key = keyOf(secret);
  const body = bytesOf(rawBody);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  requireRecent(timestamp);
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(key, content, signatures))) {
    throw new WebhookVerificationError('No signature in webhook-signature is right for this body and secret.');
  }
  return eventOf(body, id);
};
