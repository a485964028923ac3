import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A value as a key ring sealed it before it bound values to their rows: to their owner alone, under one derived key. */
export const sealAsBefore = (keyText: string, plain: string, owner: string): Buffer => {
  const [id = '', encoded = ''] = keyText.split(':');
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(encoded, 'base64'), Buffer.alloc(0), 'turnpike encryption', 32),
  );
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([id.length, ...Buffer.from(id)]), iv, cipher.getAuthTag(), body]);
};
