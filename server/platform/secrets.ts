import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { OperatorError } from './errors.ts';

/** Where a sealed value lies. */
export type SealedPlace = {
  /** Its table and column. */
  readonly purpose:
    | 'operations.number_encrypted'
    | 'operations.annotations_encrypted'
    | 'operations.client_encrypted'
    | 'operations.details_encrypted'
    | 'webhook_secrets.secret_encrypted'
    | 'receipt_contents.key_encrypted'
    | 'cancel_reasons.reason_encrypted'
    | 'signing_keys.private_encrypted'
    | 'connector_secrets.secret_encrypted'
    | 'key_ring_canaries.canary';
  /** Its shop, or what else its table belongs to. */
  readonly owner: string;
  readonly rowId: string;
};

/**
 * Encrypts what must be read again (destination numbers, secrets of webhooks and connectors) and digests what must only be found or
 * compared again. The first key of the ring encrypts and digests; every key of it decrypts and compares. What comes out
 * names its key, so what hangs on a key can be counted, and rewritten under another.
 */
export type KeyRing = {
  /** The ids of its keys, the first one first. */
  readonly ids: readonly [string, ...string[]];
  /** AES-256-GCM under a key derived for the purpose of the place, and bound to the place: it opens nowhere else. */
  readonly encrypt: (plain: string, place: SealedPlace) => Buffer;
  /** The same under another key of the ring than its first. */
  readonly encryptUnder: (keyId: string, plain: string, place: SealedPlace) => Buffer;
  /** Reads what was bound to no more than its owner as well, as everything was at first. */
  readonly decrypt: (sealed: Buffer, place: SealedPlace) => string;
  /** HMAC-SHA256 under a key derived for `purpose`. */
  readonly digest: (purpose: string, text: string) => Buffer;
  /** What `digest` would answer, or has answered, under each key: for finding. */
  readonly digestsOf: (purpose: string, text: string) => Buffer[];
  /** False as well when the ring no longer holds the digest's key. */
  readonly isDigestOf: (stored: Buffer, purpose: string, text: string) => boolean;
};

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const hashBytes = 32;

type Key = { readonly id: string; readonly bytes: Buffer };

/** Reads `id:base64[,id:base64…]`; each key is 32 bytes, each id one to eight letters or digits. */
const parseKeys = (text: string): [Key, ...Key[]] => {
  const keys = text.split(',').map((part) => {
    const [id = '', encoded = ''] = part.trim().split(':');
    const bytes = Buffer.from(encoded, 'base64');
    if (!/^[a-z0-9]{1,8}$/.test(id) || bytes.length !== keyBytes) {
      throw new OperatorError('TURNPIKE_KEYS must be id:base64 pairs of 32 bytes each, separated by commas.');
    }
    return { id, bytes };
  });
  if (new Set(keys.map((key) => key.id)).size !== keys.length) {
    throw new OperatorError('TURNPIKE_KEYS names the same key id twice.');
  }
  // split() answers at least one part.
  return keys as [Key, ...Key[]];
};

/**
 * The ids of keys that were not drawn at random: one byte over and over, or another key's bytes once more. An
 * operator who replaces a key by such a one has replaced nothing.
 */
export const weakKeyIds = (text: string): string[] => {
  const keys = parseKeys(text);
  return keys
    .filter(
      ({ bytes }, index) =>
        new Set(bytes).size === 1 || keys.slice(0, index).some((other) => other.bytes.equals(bytes)),
    )
    .map(({ id }) => id);
};

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `turnpike ${purpose}`, 32));

const tag = (id: string): Buffer => Buffer.from([id.length, ...Buffer.from(id)]);

// What is sealed begins with these two, then comes the tag of its key. An older value, like a digest, begins with the tag
// itself: with the length of an id, which is never 0.
const sealedMark = 0;
const sealedVersion = 2;

const isVersioned = (sealed: Buffer): boolean => sealed[0] === sealedMark;

const tagStartOf = (tagged: Buffer): number => (isVersioned(tagged) ? 2 : 0);

/** Where the id of the key ends in what a key ring answered. */
const idEndOf = (tagged: Buffer): number => {
  const start = tagStartOf(tagged);
  return start + 1 + (tagged[start] ?? 0);
};

/** The id of the key that encrypted or digested; the ring may no longer hold it. */
export const keyIdOf = (tagged: Buffer): string => tagged.toString('latin1', tagStartOf(tagged) + 1, idEndOf(tagged));

const bindingOf = (header: Buffer, { purpose, owner, rowId }: SealedPlace): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify([purpose, owner, rowId]))]);

const encryptWith = (id: string, key: Buffer, plain: string, place: SealedPlace): Buffer => {
  const header = Buffer.concat([Buffer.from([sealedMark, sealedVersion]), tag(id)]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bindingOf(header, place));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), body]);
};

const decryptWith = (key: Buffer, sealed: Buffer, place: SealedPlace): string => {
  const ivStart = idEndOf(sealed);
  const tagStart = ivStart + ivBytes;
  const bodyStart = tagStart + tagBytes;
  const binding = isVersioned(sealed) ? bindingOf(sealed.subarray(0, ivStart), place) : Buffer.from(place.owner);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(ivStart, tagStart), { authTagLength: tagBytes })
    .setAAD(binding)
    .setAuthTag(sealed.subarray(tagStart, bodyStart));
  return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]).toString('utf8');
};

/** The keys that are derived from one of the ring, each once: deriving costs more than sealing. */
const createCiphers = (master: Buffer) => {
  const unbound = derive(master, 'encryption');
  const byPurpose = new Map<string, Buffer>();
  return {
    unbound,
    of: (purpose: string): Buffer => {
      const known = byPurpose.get(purpose);
      if (known !== undefined) return known;
      const key = derive(master, `encryption of ${purpose}`);
      byPurpose.set(purpose, key);
      return key;
    },
  };
};

const createDigests = () => {
  const derived = new Map<string, Buffer>();
  return ({ id, bytes }: Key, purpose: string, text: string): Buffer => {
    const name = `${id} ${purpose}`;
    const key = derived.get(name) ?? derive(bytes, `digest ${purpose}`);
    derived.set(name, key);
    return Buffer.concat([tag(id), createHmac('sha256', key).update(text).digest()]);
  };
};

export const createKeyRing = (text: string): KeyRing => {
  const keys = parseKeys(text);
  const [first] = keys;
  const ciphers = new Map(keys.map((key) => [key.id, createCiphers(key.bytes)]));
  const digestWith = createDigests();
  const ciphersOf = (id: string): ReturnType<typeof createCiphers> => {
    const known = ciphers.get(id);
    if (known === undefined) throw new OperatorError(`The key ring holds no key ${id}.`);
    return known;
  };
  const encryptUnder: KeyRing['encryptUnder'] = (id, plain, place) =>
    encryptWith(id, ciphersOf(id).of(place.purpose), plain, place);
  return {
    ids: [first.id, ...keys.slice(1).map((key) => key.id)],
    encrypt: (plain, place) => encryptUnder(first.id, plain, place),
    encryptUnder,
    decrypt: (sealed, place) => {
      const id = keyIdOf(sealed);
      const keys = ciphersOf(id);
      if (isVersioned(sealed) && sealed[1] !== sealedVersion) {
        throw new OperatorError(
          `What key ${id} encrypted is in a format that this version of the program does not know.`,
        );
      }
      try {
        return decryptWith(isVersioned(sealed) ? keys.of(place.purpose) : keys.unbound, sealed, place);
      } catch {
        throw new OperatorError(
          `Key ${id} cannot decrypt what was encrypted with ${id}: it is another key, or the data is damaged or in another's place.`,
        );
      }
    },
    digest: (purpose, plain) => digestWith(first, purpose, plain),
    digestsOf: (purpose, plain) => keys.map((key) => digestWith(key, purpose, plain)),
    isDigestOf: (stored, purpose, plain) =>
      keys.some((key) => {
        const digest = digestWith(key, purpose, plain);
        // Digests from before they named their key are the bare hash, of any key of the ring.
        const known = stored.length === hashBytes ? digest.subarray(-hashBytes) : digest;
        return stored.length === known.length && timingSafeEqual(stored, known);
      }),
  };
};

/**
 * A new key as a key ring names it; alone, it is a ring. Ids are drawn too: no ring gets the same one twice, and no two
 * rings take each other's keys for their own.
 */
export const newKeyText = (id = `k${randomBytes(3).toString('hex')}`): string =>
  `${id}:${randomBytes(keyBytes).toString('base64')}`;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
