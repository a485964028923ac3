import type { SigningKeyId } from '#platform/ids';
import { clockSkewMs, tokenLifetimeMs } from '../tokens/token-times.ts';

/** When a key is used, which follows from the keys that come after it. */
export type KeyTimes = {
  readonly keyId: SigningKeyId;
  readonly signsFrom: Date;
  /** When the last of the tokens ends that operators have issued under it. Null: there is none. */
  readonly neededUntil: Date | null;
  readonly revokedAt: Date | null;
};

/**
 * `next` is published and does not sign yet, `signing` signs, `retired` is published for the tokens that it has signed. Those of
 * an `over` or `revoked` key are refused.
 */
export type KeyState = 'next' | 'signing' | 'retired' | 'over' | 'revoked';

export type Scheduled<Key extends KeyTimes> = {
  readonly key: Key;
  readonly state: KeyState;
  /** When the next key takes over. Null: no other one is known to. */
  readonly signsUntil: Date | null;
  /** Until when its tokens are accepted, and it is published. Null while it is not known when it ends. */
  readonly acceptedUntil: Date | null;
};

const acceptedUntil = ({ neededUntil }: KeyTimes, signsUntil: Date | null): Date | null => {
  if (signsUntil === null) return null;
  const lastShortLived = signsUntil.getTime() + tokenLifetimeMs + clockSkewMs;
  return new Date(Math.max(lastShortLived, neededUntil?.getTime() ?? 0));
};

const stateAt = (
  nowMs: number,
  { key, signsUntil, acceptedUntil: end }: Omit<Scheduled<KeyTimes>, 'state'>,
): KeyState => {
  if (key.revokedAt !== null) return 'revoked';
  if (key.signsFrom.getTime() > nowMs) return 'next';
  if (signsUntil === null || signsUntil.getTime() > nowMs) return 'signing';
  return end !== null && end.getTime() <= nowMs ? 'over' : 'retired';
};

/** One that was revoked before its time has never taken over; one that was revoked later has, and gives nothing back. */
const hasSigned = ({ signsFrom, revokedAt }: KeyTimes): boolean => revokedAt === null || revokedAt >= signsFrom;

/**
 * What each key is at a time, the newest first. At most one signs: the one that began last, of those not revoked. The very first
 * one signs even before its time: there is none that it could take over from, and a host whose clock was ahead may have told it.
 */
export const scheduleKeys = <Key extends KeyTimes>(keys: readonly Key[], now: Date): Scheduled<Key>[] => {
  const newestFirst = [...keys].sort(
    (one, other) => other.signsFrom.getTime() - one.signsFrom.getTime() || other.keyId.localeCompare(one.keyId),
  );
  let following: Date | null = null;
  const scheduled = newestFirst.map((key): Scheduled<Key> => {
    const times = { key, signsUntil: following, acceptedUntil: acceptedUntil(key, following) };
    if (hasSigned(key)) following = key.signsFrom;
    return { ...times, state: stateAt(now.getTime(), times) };
  });
  const hasAnyBegun = keys.some(({ signsFrom }) => signsFrom <= now);
  const first = hasAnyBegun ? undefined : scheduled.findLast(({ state }) => state === 'next');
  return scheduled.map((one) => (one === first ? { ...one, state: 'signing' } : one));
};
