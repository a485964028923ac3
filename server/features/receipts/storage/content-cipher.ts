import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, SealedPlace } from '#platform/secrets';
import type { FileRef } from './storage.ts';

/** Content under a key of its own, which the key ring has sealed: replacing a key of the ring rewrites that alone. */
export type SealedContent = { readonly keyEncrypted: Buffer; readonly content: Buffer };

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Binds content to its file: one payment's receipt cannot be put in the place of another's. */
const bindingOf = ({ shopId, fileId }: FileRef): Buffer => Buffer.from(`${shopId}/${fileId}`);

/** Where the key of a stored file lies. */
export const contentKeyPlace = ({ shopId, fileId }: FileRef): SealedPlace => ({
  purpose: 'receipt_contents.key_encrypted',
  owner: shopId,
  rowId: fileId,
});

/** AES-256-GCM. What opens it (key, nonce and tag) is sealed together, so the content has the size that it had. */
export const sealContent = (keyRing: Pick<KeyRing, 'encrypt'>, file: FileRef, plain: Buffer): SealedContent => {
  const [key, iv] = [randomBytes(keyBytes), randomBytes(ivBytes)];
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bindingOf(file));
  const content = cipher.update(plain);
  // A stream cipher: nothing is left for the end.
  cipher.final();
  const opener = Buffer.concat([key, iv, cipher.getAuthTag()]).toString('base64');
  return { keyEncrypted: keyRing.encrypt(opener, contentKeyPlace(file)), content };
};

/** Rejects what the ring has no key for. */
export const unsealKey = (keyRing: Pick<KeyRing, 'decrypt'>, file: FileRef, keyEncrypted: Buffer): Buffer =>
  Buffer.from(keyRing.decrypt(keyEncrypted, contentKeyPlace(file)), 'base64');

export const openContent = (keyRing: Pick<KeyRing, 'decrypt'>, file: FileRef, sealed: SealedContent): Buffer => {
  const opener = unsealKey(keyRing, file, sealed.keyEncrypted);
  const ivEnd = keyBytes + ivBytes;
  const [key, iv, tag] = [opener.subarray(0, keyBytes), opener.subarray(keyBytes, ivEnd), opener.subarray(ivEnd)];
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      .setAAD(bindingOf(file))
      .setAuthTag(tag);
    const plain = decipher.update(sealed.content);
    decipher.final();
    return plain;
  } catch (cause) {
    throw new Error(`The content of receipt file ${file.fileId} is damaged.`, { cause });
  }
};
