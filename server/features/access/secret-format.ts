import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ShopMode } from './caller.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
// 62^43 > 2^256 and 62^6 > 2^32: the shortest fixed widths that hold every value.
const secretLength = 43;
const checksumLength = 6;

const toBase62 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
};

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), checksumLength);

export type SecretFormat = {
  /** A new secret: 256 bits of the system's CSPRNG and a checksum over everything before it. */
  readonly create: (mode: ShopMode) => string;
  /**
   * Whether a text can be such a secret at all. The checksum is no secret: it keeps typing errors and scanners' guesses away
   * from the database, and lets secret scanners recognise a leaked one.
   */
  readonly isWellFormed: (text: string) => boolean;
  /** What lists show of it: too little to guess the rest. */
  readonly hintOf: (secret: string) => string;
};

/** What shops are given to prove who they are: `<prefix>_<mode>_…`. */
export const createSecretFormat = (prefix: string): SecretFormat => {
  const form = new RegExp(`^${prefix}_(live|test)_[0-9A-Za-z]{${secretLength + checksumLength}}$`);
  return {
    create: (mode) => {
      const secret = toBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
      const unchecked = `${prefix}_${mode}_${secret}`;
      return unchecked + checksumOf(unchecked);
    },
    isWellFormed: (text) => form.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength))),
    hintOf: (secret) => `${secret.slice(0, `${prefix}_live_`.length + 4)}…`,
  };
};
