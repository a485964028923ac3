import type { Operator } from '#features/access';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { KeyRing } from '#platform/secrets';
import { scheduleKeys } from './key-schedule.ts';
import { makeSigningKey, type NewSigningKey } from './make-signing-key.ts';
import { erasePrivateParts, lockSigningKeys, readSigningKeys } from './signing-keys-store.ts';

type Needs = { readonly database: Database; readonly keyRing: KeyRing };
type Order = {
  /** Without waiting until everybody who keeps the JWKS has read it anew. */
  readonly isAtOnce: boolean;
  readonly actor: Operator;
};

/** Twice as long as the JWKS may be kept (`the time for which copies of the JWKS may be kept`). */
const leadMs = 10 * 60_000;

// Every process reads the keys anew twice a second: by then all of them know it.
const shortestLeadMs = 3_000;

/**
 * Makes the next signing key. It is published at once and signs after ten minutes, or after three seconds; the one before is
 * published until its last token has ended. Private parts that sign no more are erased.
 */
export const rotateSigningKey = ({ database, keyRing }: Needs, { isAtOnce, actor }: Order): Promise<NewSigningKey> =>
  database.transaction(async (tx) => {
    await lockSigningKeys(tx);
    const now = new Date();
    const schedule = scheduleKeys(await readSigningKeys(tx), now);
    const waiting = schedule.find(({ state }) => state === 'next')?.key;
    if (waiting !== undefined && !isAtOnce) {
      const { keyId, signsFrom } = waiting;
      throw new OperatorRefusal('signing_key_waits', { keyId, signsFrom: signsFrom.toISOString() });
    }
    const idle = schedule.filter(({ state }) => state === 'retired' || state === 'over');
    await erasePrivateParts(
      tx,
      idle.map(({ key }) => key.keyId),
    );
    const signsFrom = new Date(now.getTime() + (isAtOnce ? shortestLeadMs : leadMs));
    return makeSigningKey({ database: tx, keyRing }, { signsFrom, actor });
  });
