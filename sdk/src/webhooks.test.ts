import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventExamples } from '../test/contract.ts';
import { ConfigurationError, Turnpike, verifyWebhook, WebhookVerificationError } from './index.ts';

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
const secret = newSecret();
const id = 'msg_019c46f2';
const body = JSON.stringify(eventExamples()[0]?.[1]);

interface Signing {
  readonly body?: string;
  readonly at?: Date;
  readonly secrets?: readonly string[];
}

/** Signed as the server does it, by the library of the standard. */
const signedHeaders = (signing: Signing = {}): Record<string, string> => {
  const { at = new Date(), secrets = [secret] } = signing;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign(id, at, signing.body ?? body)).join(' '),
  };
};

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('verifying a webhook', () => {
  it.each(eventExamples())('returns the event %s with the id of its webhook', async (_name, event) => {
    const raw = JSON.stringify(event);
    await expect(verifyWebhook(raw, signedHeaders({ body: raw }), secret)).resolves.toEqual({
      ...event,
      webhook_id: id,
    });
  });

  it('is the same on a client', () => {
    const turnpike = new Turnpike({ apiKey: 'tp_test_0123456789abcdef', baseUrl: 'http://127.0.0.1:8080' });
    expect(turnpike.webhooks.verify).toBe(verifyWebhook);
  });

  it('takes the body as text and as bytes, and headers of any kind and case', async () => {
    const bytes = Buffer.from(body);
    const headers = signedHeaders();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const raw of [body, bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer]) {
      await expect(verifyWebhook(raw, headers, secret)).resolves.toHaveProperty('webhook_id', id);
    }
    for (const kind of [upper, new Headers(headers), { ...headers, cookie: undefined, accept: ['a', 'b'] }]) {
      await expect(verifyWebhook(body, kind, secret)).resolves.toHaveProperty('webhook_id', id);
    }
  });

  it('knows letters beyond ASCII', async () => {
    const raw = JSON.stringify({ ...eventExamples()[0]?.[1], note: 'Сбербанк 🏦' });
    await expect(verifyWebhook(Buffer.from(raw), signedHeaders({ body: raw }), secret)).resolves.toHaveProperty(
      'note',
      'Сбербанк 🏦',
    );
  });

  it('passes with the old and with the new secret while one is rotated', async () => {
    const rotated = newSecret();
    const headers = signedHeaders({ secrets: [rotated, secret] });
    for (const each of [secret, rotated]) {
      await expect(verifyWebhook(body, headers, each)).resolves.toHaveProperty('webhook_id', id);
    }
    await expect(verifyWebhook(body, headers, newSecret())).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('passes over signatures of other versions, however they look', async () => {
    const headers = signedHeaders();
    const signature = `v2,abc v1a,!!! v1, v1,%% ${headers['webhook-signature']}`;
    await expect(verifyWebhook(body, { ...headers, 'webhook-signature': signature }, secret)).resolves.toHaveProperty(
      'webhook_id',
      id,
    );
  });

  it('accepts clocks up to five minutes off, and no more, either way', async () => {
    for (const seconds of [295, -295]) {
      const headers = signedHeaders({ at: secondsAgo(seconds) });
      await expect(verifyWebhook(body, headers, secret)).resolves.toHaveProperty('webhook_id', id);
    }
    for (const seconds of [302, -302, 86_400]) {
      const headers = signedHeaders({ at: secondsAgo(seconds) });
      await expect(verifyWebhook(body, headers, secret)).rejects.toThrow('five minutes off');
    }
  });
});

describe('a webhook that was tampered with', () => {
  const headers = signedHeaders();
  const signature = headers['webhook-signature'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  it.each([
    ['another body', body.replace('operation', 'Operation'), headers],
    ['one more space', `${body} `, headers],
    ['another id', body, { ...headers, 'webhook-id': 'msg_2' }],
    ['another time', body, { ...headers, 'webhook-timestamp': String(Number(timestamp) + 1) }],
    ['a time with something after it', body, { ...headers, 'webhook-timestamp': `${timestamp}x` }],
    ['a time that is no number', body, { ...headers, 'webhook-timestamp': 'NaN' }],
    ['a changed signature', body, { ...headers, 'webhook-signature': signature.replace(/.{4}=$/, 'AAA=') }],
    ['half a signature', body, { ...headers, 'webhook-signature': signature.slice(0, 20) }],
    ['the signature under another version', body, { ...headers, 'webhook-signature': signature.replace('v1', 'v2') }],
    ['no signature', body, { ...headers, 'webhook-signature': '' }],
    ['no id', body, { ...headers, 'webhook-id': undefined }],
    ['no time', body, { ...headers, 'webhook-timestamp': undefined }],
  ])('is refused: %s', async (_what, raw, sent) => {
    await expect(verifyWebhook(raw, sent, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it('is refused when what is signed is not JSON', async () => {
    await expect(verifyWebhook('hello', signedHeaders({ body: 'hello' }), secret)).rejects.toThrow('not JSON');
  });
});

describe('verifying in a way that cannot work', () => {
  it.each(['', 'whsec_', 'whsec_%%%', secret.slice('whsec_'.length), undefined])(
    'refuses the secret %p without quoting it',
    async (wrong) => {
      const failure: unknown = await verifyWebhook(body, signedHeaders(), wrong as string).catch((e: unknown) => e);
      expect(failure).toBeInstanceOf(ConfigurationError);
      expect(String(failure)).toBe('ConfigurationError: The webhook secret must be whsec_ followed by base64.');
    },
  );

  it('refuses a body that was parsed', async () => {
    const parsed = JSON.parse(body) as never;
    await expect(verifyWebhook(parsed, signedHeaders(), secret)).rejects.toThrow('before any JSON parser');
  });
});
