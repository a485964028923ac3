import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSigner, newWebhookSecret } from './webhook-signatures.ts';

const body = JSON.stringify({ type: 'operation.completed', data: { bankname: 'Сбербанк' } });

describe('signing', () => {
  it('makes secrets of 32 random bytes', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(secret);
  });

  it('is verified by the library', () => {
    const secret = newWebhookSecret();
    const headers = createSigner([secret])('event-1', new Date(), body);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body.replace('completed', 'cancelled'), headers)).toThrow();
  });

  it('never leaves an event unsigned', () => {
    expect(() => createSigner([])).toThrow('no secret');
  });

  it('is verified with either secret during a rotation', () => {
    const [fresh, former] = [newWebhookSecret(), newWebhookSecret()];
    const headers = createSigner([fresh, former])('event-1', new Date(), body);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [fresh, former]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
  });
});
