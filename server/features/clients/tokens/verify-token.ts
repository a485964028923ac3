import { verify } from 'node:crypto';
import type { CurrentKeys, VerifyingKey } from '../signing-keys/open-signing-keys.ts';
import { readClaims, type TokenClaims } from './token-claims.ts';
import { clockSkewMs } from './token-times.ts';

/** Why a token opens nothing. Which it was is for the log: the sender is told one sentence. */
export type TokenFault =
  /** No token of any kind: too long, not three parts, or spelt otherwise than base64url is. */
  | 'malformed'
  /** Of another issuer: no key of ours, another algorithm, or made for something else. */
  | 'foreign'
  /** It names a key of ours that has not signed it. */
  | 'forged'
  /** Of ours, before or after its time. */
  | 'untimely';

export type VerifiedToken = { readonly outcome: 'verified'; readonly claims: TokenClaims };
type Refused = { readonly outcome: TokenFault };

const longestToken = 2_048;
// 64 bytes are 86 characters of base64url.
const form = /^[\w-]{1,256}\.[\w-]{1,1536}\.[\w-]{86}$/;

export const isToken = (token: string): boolean => token.length <= longestToken && form.test(token);

/** The key that a token says to be signed by, if it is one of ours, without any work on the rest of it. */
export const findKey = (keys: CurrentKeys, token: string): VerifyingKey | undefined =>
  keys.byHeader.get(token.slice(0, token.indexOf('.')));

// base64url can spell the same bytes in several ways: bits that stand for nothing may be set.
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

const readPayload = (bytes: Buffer): TokenClaims | null => {
  const text = bytes.toString();
  try {
    const payload: unknown = JSON.parse(text);
    return JSON.stringify(payload) === text ? readClaims(payload) : null;
  } catch {
    return null;
  }
};

/** Whether a token that was verified is within its time, and was not made in the future, from which it would live longer. */
export const isTimely = ({ issuedAtMs, notBeforeMs, expiresAtMs }: TokenClaims, nowMs: number): boolean =>
  notBeforeMs <= nowMs && nowMs < expiresAtMs && issuedAtMs <= nowMs + clockSkewMs;

/** Whether the key signed when the token says it was made, and is still believed. */
export const vouchesFor = (key: VerifyingKey, { issuedAtMs }: TokenClaims, nowMs: number): boolean =>
  issuedAtMs <= key.issuesUntilMs && nowMs < key.acceptedUntilMs;

/**
 * Checks form, signature and claims of a token whose header is that of the key; its time is the caller's to look at. A payload
 * counts only as our own serialiser writes it, so that no member can be there twice, or be read in two ways.
 */
export const verifyToken = (key: VerifyingKey, token: string): VerifiedToken | Refused => {
  const end = token.lastIndexOf('.');
  const payload = token.slice(token.indexOf('.') + 1, end);
  const signature = token.slice(end + 1);
  if (!isCanonical(payload) || !isCanonical(signature)) return { outcome: 'malformed' };
  const isSigned = verify(null, Buffer.from(token.slice(0, end)), key.publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) return { outcome: 'forged' };
  const claims = readPayload(Buffer.from(payload, 'base64url'));
  return claims === null ? { outcome: 'foreign' } : { outcome: 'verified', claims };
};
