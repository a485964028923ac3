import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ShopMode } from './caller.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
// 62^43 > 2^256 and 62^6 > 2^32: the shortest fixed widths that hold every value.
const secretLength = 43;
const checksumLength = 6;
const keyForm = new RegExp(`^tp_(live|test)_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

const toBase62 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
};

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), checksumLength);

/** A new key: 256 bits of the system's CSPRNG and a checksum over everything before it. */
export const newApiKey = (mode: ShopMode): string => {
  const secret = toBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  const unchecked = `tp_${mode}_${secret}`;
  return unchecked + checksumOf(unchecked);
};

/**
 * Whether a text can be a key at all. The checksum is no secret: it keeps typing errors and scanners' guesses away
 * from the database, and lets secret scanners recognise a leaked key.
 */
export const isWellFormedApiKey = (text: string): boolean =>
  keyForm.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** What lists show of a key: too little to guess the rest. */
export const hintOf = (apiKey: string): string => `${apiKey.slice(0, 'tp_live_'.length + 4)}…`;
