import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { OperatorError } from './errors.ts';

/**
 * Encrypts what must be read again (destination numbers, webhook secrets) and digests what must only be found or
 * compared again. The first key of the ring encrypts; every key of it decrypts.
 */
export type KeyRing = {
  /** AES-256-GCM. `context` names the owner (a shop, an operation) and is needed again to decrypt. */
  readonly encrypt: (plain: string, context: string) => Buffer;
  readonly decrypt: (sealed: Buffer, context: string) => string;
  /** HMAC-SHA256 under a key derived for `purpose`, the same whichever key of the ring is first. */
  readonly digest: (purpose: string, text: string) => Buffer;
};

const ivBytes = 12;
const tagBytes = 16;

type Key = { readonly id: string; readonly bytes: Buffer };

/** Reads `id:base64[,id:base64…]`; each key is 32 bytes, each id one to eight letters or digits. */
const parseKeys = (text: string): Key[] => {
  const keys = text.split(',').map((part) => {
    const [id = '', encoded = ''] = part.trim().split(':');
    const bytes = Buffer.from(encoded, 'base64');
    if (!/^[a-z0-9]{1,8}$/.test(id) || bytes.length !== 32) {
      throw new OperatorError('TURNPIKE_KEYS must be id:base64 pairs of 32 bytes each, separated by commas.');
    }
    return { id, bytes };
  });
  if (new Set(keys.map((key) => key.id)).size !== keys.length) {
    throw new OperatorError('TURNPIKE_KEYS names the same key id twice.');
  }
  return keys;
};

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `turnpike ${purpose}`, 32));

const encryptWith = (id: string, key: Buffer, plain: string, context: string): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([id.length]), Buffer.from(id), iv, cipher.getAuthTag(), body]);
};

const splitSealed = (sealed: Buffer) => {
  const idEnd = 1 + (sealed[0] ?? 0);
  const tagStart = idEnd + ivBytes;
  return {
    id: sealed.toString('latin1', 1, idEnd),
    iv: sealed.subarray(idEnd, tagStart),
    tag: sealed.subarray(tagStart, tagStart + tagBytes),
    body: sealed.subarray(tagStart + tagBytes),
  };
};

export const createKeyRing = (text: string): KeyRing => {
  const keys = parseKeys(text);
  const ciphers = new Map(keys.map((key) => [key.id, derive(key.bytes, 'encryption')]));
  const first = keys[0]!;
  // Digests must survive a rotation, so they hang on the oldest key: the last of the ring.
  const oldest = keys[keys.length - 1]!;
  const digestKeys = new Map<string, Buffer>();
  const digestKey = (purpose: string): Buffer => {
    const known = digestKeys.get(purpose) ?? derive(oldest.bytes, `digest ${purpose}`);
    digestKeys.set(purpose, known);
    return known;
  };
  return {
    encrypt: (plain, context) => encryptWith(first.id, ciphers.get(first.id)!, plain, context),
    decrypt: (sealed, context) => {
      const { id, iv, tag, body } = splitSealed(sealed);
      const key = ciphers.get(id);
      if (key === undefined) throw new Error(`The key ring holds no key ${id}.`);
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    digest: (purpose, text) => createHmac('sha256', digestKey(purpose)).update(text).digest(),
  };
};

export const newKeyRingText = (): string => `k1:${randomBytes(32).toString('base64')}`;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
