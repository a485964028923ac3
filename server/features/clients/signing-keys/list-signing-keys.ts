import type { Database } from '#platform/database';
import { scheduleKeys, type KeyState } from './key-schedule.ts';
import { readSigningKeys } from './signing-keys-store.ts';

export type ListedSigningKey = {
  readonly keyId: string;
  readonly state: KeyState;
  readonly signsFrom: Date;
  /** Null: no other one is known to take over. */
  readonly signsUntil: Date | null;
  /** When it leaves the JWKS. Null while that is not known. */
  readonly publishedUntil: Date | null;
  readonly revokedAt: Date | null;
};

/** Newest first. */
export const listSigningKeys = async ({ database }: { readonly database: Database }): Promise<ListedSigningKey[]> =>
  scheduleKeys(await readSigningKeys(database), new Date()).map(({ key, state, signsUntil, acceptedUntil }) => ({
    keyId: key.keyId,
    state,
    signsFrom: key.signsFrom,
    signsUntil,
    publishedUntil: acceptedUntil,
    revokedAt: key.revokedAt,
  }));
